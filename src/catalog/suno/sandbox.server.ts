import { makeAudios } from '#catalog/suno/sandbox-audios.server.ts'
import {
  checkAudioLength,
  songCoverInput,
  MAX_SONG_SECONDS
} from '#catalog/suno/sandbox-plans.server.ts'
import type { suno } from '#catalog/suno/service.ts'
import { Problem } from '#core/problem.ts'
import { seededId } from '#media/random.ts'
import { makeLyrics } from '#sandbox/lyrics.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

const lyrics = sandboxMaker<typeof suno, 'lyrics'>(async ({ values, seed }) =>
  [1, 2].map(at => ({
    values: { ...makeLyrics({ prompt: values.prompt, seed: `${seed} ${at}` }), status: 'complete' },
    files: {}
  }))
)

/** Stores the recording as a result, so that it remains when the upload is deleted. */
const upload = sandboxMaker<typeof suno, 'upload'>(async ({ values, seed }, studio) => {
  const audio_id = seededId(`${seed} upload`)
  const bytes = await studio.read(values.audio_url)
  const { duration } = await studio.run('readAudio', { bytes })
  checkAudioLength({ duration })
  const picture = await studio.run('picture', songCoverInput({ words: '', seed: audio_id }))
  const about = {
    audio_id,
    title: '',
    style: '',
    lyric: '',
    duration: Math.round(duration * 100) / 100
  }
  return [{ values: about, files: { audio_url: { bytes }, image_url: { bytes: picture } } }]
})

const mp4 = sandboxMaker<typeof suno, 'mp4'>(async ({ values, earlier }, studio) => {
  const { audio_url, image_url } = earlier['audio_id']?.[0] ?? {}
  if (typeof audio_url !== 'string' || typeof image_url !== 'string')
    throw new Problem('bad_request', { detail: 'the song was deleted' })
  const [cover, song] = await Promise.all([studio.read(image_url), studio.read(audio_url)])
  const bytes = await studio.run('songVideo', { cover, song })
  return [{ values: { audio_id: values.audio_id }, files: { video_url: { bytes } } }]
})

export const sunoSandbox: SandboxService = {
  audios: { seconds: 12, make: makeAudios, most: { duration: MAX_SONG_SECONDS } },
  lyrics: { seconds: 1, make: lyrics },
  upload: { seconds: 2, make: upload },
  mp4: { seconds: 8, make: mp4 }
}
