import { createHash } from 'node:crypto'
import {
  checkAudioLength,
  songCoverInput,
  type SandboxSong,
  findSandboxSong,
  planFollowUpSong,
  MAX_SONG_SECONDS,
  planMashup,
  planNewSong,
  type SunoRequest,
  type ContinuedSong,
  type SongPlan,
  planPersonaSong
} from '#catalog/suno/sandbox-plans.server.ts'
import type { suno } from '#catalog/suno/service.ts'
import type { Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { MediaOutput } from '#core/provider.ts'
import { seededId } from '#media/random.ts'
import { sandboxMaker, type SandboxContext } from '#sandbox/media.ts'
import type { SongPart } from '#sandbox/music/play.ts'

/** The two songs of a task have different voices. */
const VOICES = ['f', 'm'] as const

const STEMS: readonly (readonly SongPart[])[] = [['voice'], ['drums', 'bass', 'chords', 'lead']]
const STEMS_UNSUNG: readonly (readonly SongPart[])[] = [
  ['chords', 'lead'],
  ['drums', 'bass']
]
/** The shortest piece in seconds. Anything shorter does not fill one audio frame. */
const FRAME = 0.03

const INSTRUMENTS: readonly (readonly SongPart[])[] = [['drums'], ['bass'], ['chords'], ['lead']]

export const makeAudios = sandboxMaker<typeof suno, 'audios'>(async (order, studio) => {
  const { action } = order.values
  if (action === 'concat') return [await join(order, findSandboxSong(order, 'audio_id'), studio)]
  if (action === 'stems' || action === 'all_stems')
    return takeApart(order, findSandboxSong(order, 'audio_id'), studio)
  const inspiration = await heard(order, studio)
  return Promise.all(
    [0, 1].map(at => perform(order, planOf(order, `${order.seed}${inspiration} ${at}`), at, studio))
  )
})

function planOf(order: SunoRequest, tune: string): SongPlan {
  switch (order.values.action) {
    case 'generate':
    case 'inspo':
      return planNewSong(order, tune)
    case 'artist_consistency':
    case 'artist_consistency_vox':
      return planPersonaSong(order, tune)
    case 'mashup':
      return planMashup(order)
    default:
      return planFollowUpSong(order, findSandboxSong(order, 'audio_id'))
  }
}

/**
 * Hashes the uploaded recordings that inspire a song, to vary its tune.
 * @throws Problem for a recording that cannot be played or is too long
 */
async function heard({ values }: SunoRequest, studio: SandboxContext): Promise<string> {
  const hashes = (values.audio_urls ?? []).map(async address => {
    const bytes = await studio.read(address)
    checkAudioLength(await studio.run('readAudio', { bytes }))
    return createHash('sha256').update(bytes).digest('hex')
  })
  return (await Promise.all(hashes)).join('')
}

async function perform(
  order: SunoRequest,
  plan: SongPlan,
  at: number,
  studio: SandboxContext,
  parts?: readonly SongPart[]
): Promise<MediaOutput> {
  const { tune, title, style, lyric, instrumental, from, seconds } = plan
  const voice = order.values.vocal_gender ?? plan.voice ?? VOICES[at]
  const base = { title, style, lyric, instrumental, seed: tune, seconds, from }
  const played = await studio.run('song', {
    ...base,
    ...(voice !== undefined && { vocal: voice }),
    ...(parts !== undefined && { parts })
  })
  const whole = { ...plan, style: style || played.style, ...(voice !== undefined && { voice }) }
  return finished(order, whole, at, { bytes: played.song, seconds: played.seconds }, studio)
}

type Sound = { bytes: Uint8Array; seconds: number }

async function finished(
  order: SunoRequest,
  plan: SongPlan,
  at: number,
  { bytes, seconds }: Sound,
  studio: SandboxContext
): Promise<MediaOutput> {
  const id = seededId(`${order.seed} song ${at}`)
  const { title, style, lyric, prompt, instrumental, voice, tune, from, history } = plan
  const cover = await studio.run(
    'picture',
    songCoverInput({ words: title || style || prompt, seed: id })
  )
  const about = {
    id,
    title,
    lyric,
    style,
    prompt,
    model: order.values.model,
    state: 'succeeded',
    instrumental
  }
  const values: Record<string, Json> = {
    ...about,
    ...(voice !== undefined && { vocal_gender: voice }),
    video_url: '',
    created_at: new Date().toISOString(),
    duration: Math.round(seconds * 100) / 100,
    tune,
    from,
    history: history.map(piece => ({ ...piece }))
  }
  return { values, files: { audio_url: { bytes }, image_url: { bytes: cover } } }
}

/**
 * Joins the pieces of an extended song: each earlier song up to its extension, then the last one
 * whole.
 */
async function join(
  order: SunoRequest,
  earlier: SandboxSong,
  studio: SandboxContext
): Promise<MediaOutput> {
  const cut = async ({ audio_url, continue_at }: ContinuedSong): Promise<Uint8Array> =>
    studio.run('trimSong', { bytes: await studio.read(audio_url), from: 0, to: continue_at })
  const pieces = earlier.history.filter(piece => piece.continue_at >= FRAME)
  const songs = [...(await Promise.all(pieces.map(cut))), await studio.read(earlier.audio_url)]
  const bytes = await studio.run('joinSongs', { songs })
  const { duration } = await studio.run('readAudio', { bytes })
  return finished(
    order,
    { ...earlier, from: 0, history: [] },
    0,
    { bytes, seconds: duration },
    studio
  )
}

async function takeApart(
  order: SunoRequest,
  earlier: SandboxSong,
  studio: SandboxContext
): Promise<MediaOutput[]> {
  if (earlier.uploaded)
    throw new Problem('bad_request', { detail: 'the sandbox cannot split uploaded audio' })
  const sung = !earlier.instrumental && earlier.lyric !== ''
  const voice: readonly (readonly SongPart[])[] = sung ? [['voice']] : []
  const pieces =
    order.values.action === 'all_stems' ? [...voice, ...INSTRUMENTS] : sung ? STEMS : STEMS_UNSUNG
  const plan = { ...earlier, seconds: Math.min(MAX_SONG_SECONDS, earlier.duration) }
  return Promise.all(pieces.map((parts, at) => perform(order, plan, at, studio, parts)))
}
