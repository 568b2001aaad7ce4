import type { speech } from '#catalog/speech/service.ts'
import { shortTitle } from '#core/short-title.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

/** Characters that a voice says in a second, and the seconds of the shortest and longest tune. */
const [PACE, SHORTEST, LONGEST] = [15, 2, 20]

/** Plays a tune as long as the text would take. No voice reads it. */
const audios = sandboxMaker<typeof speech, 'audios'>(async ({ values, seed }, studio) => {
  const { text, model, voice, speed = 1 } = values
  const seconds = Math.min(LONGEST, Math.max(SHORTEST, Math.round(text.length / PACE / speed)))
  const { song, seconds: duration } = await studio.run('song', {
    title: '',
    style: 'calm',
    lyric: '',
    seed,
    seconds,
    instrumental: true
  })
  return [
    {
      values: { title: shortTitle(text), style: voice.replaceAll('_', ' '), model, duration },
      files: { audio_url: { bytes: song } }
    }
  ]
})

export const speechSandbox: SandboxService = { audios: { seconds: 3, make: audios } }
