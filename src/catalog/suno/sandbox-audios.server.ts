import { createHash } from 'node:crypto'
import {
  checkLength,
  coverOf,
  type Earlier,
  findSandboxSong,
  followSong,
  LONGEST_SONG,
  mashed,
  newSong,
  type Order,
  type Piece,
  type Plan,
  sungAgain
} from '#catalog/suno/sandbox-plans.server.ts'
import type { suno } from '#catalog/suno/service.ts'
import type { Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { MediaOutput } from '#core/provider.ts'
import { seededId } from '#media/random.ts'
import { makerFor, type SandboxStudio } from '#sandbox/media.ts'
import type { Part } from '#sandbox/music/play.ts'

/** The two songs of a task have different voices. */
const VOICES = ['f', 'm'] as const

const STEMS: readonly (readonly Part[])[] = [['voice'], ['drums', 'bass', 'chords', 'lead']]
const STEMS_UNSUNG: readonly (readonly Part[])[] = [
  ['chords', 'lead'],
  ['drums', 'bass']
]
/** The shortest piece in seconds. Anything shorter does not fill one audio frame. */
const FRAME = 0.03

const INSTRUMENTS: readonly (readonly Part[])[] = [['drums'], ['bass'], ['chords'], ['lead']]

export const makeAudios = makerFor<typeof suno, 'audios'>(async (order, studio) => {
  const { action } = order.values
  if (action === 'concat') return [await join(order, findSandboxSong(order, 'audio_id'), studio)]
  if (action === 'stems' || action === 'all_stems')
    return takeApart(order, findSandboxSong(order, 'audio_id'), studio)
  const inspiration = await heard(order, studio)
  return Promise.all(
    [0, 1].map(at => perform(order, planOf(order, `${order.seed}${inspiration} ${at}`), at, studio))
  )
})

function planOf(order: Order, tune: string): Plan {
  switch (order.values.action) {
    case 'generate':
    case 'inspo':
      return newSong(order, tune)
    case 'artist_consistency':
    case 'artist_consistency_vox':
      return sungAgain(order, tune)
    case 'mashup':
      return mashed(order)
    default:
      return followSong(order, findSandboxSong(order, 'audio_id'))
  }
}

/**
 * Hashes the uploaded recordings that inspire a song, to vary its tune.
 * @throws Problem for a recording that cannot be played or is too long
 */
async function heard({ values }: Order, studio: SandboxStudio): Promise<string> {
  const hashes = (values.audio_urls ?? []).map(async address => {
    const bytes = await studio.read(address)
    checkLength(await studio.run('readAudio', { bytes }))
    return createHash('sha256').update(bytes).digest('hex')
  })
  return (await Promise.all(hashes)).join('')
}

async function perform(
  order: Order,
  plan: Plan,
  at: number,
  studio: SandboxStudio,
  parts?: readonly Part[]
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
  order: Order,
  plan: Plan,
  at: number,
  { bytes, seconds }: Sound,
  studio: SandboxStudio
): Promise<MediaOutput> {
  const id = seededId(`${order.seed} song ${at}`)
  const { title, style, lyric, prompt, instrumental, voice, tune, from, history } = plan
  const cover = await studio.run('picture', coverOf({ words: title || style || prompt, seed: id }))
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
async function join(order: Order, earlier: Earlier, studio: SandboxStudio): Promise<MediaOutput> {
  const cut = async ({ audio_url, continue_at }: Piece): Promise<Uint8Array> =>
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
  order: Order,
  earlier: Earlier,
  studio: SandboxStudio
): Promise<MediaOutput[]> {
  if (earlier.uploaded)
    throw new Problem('bad_request', { detail: 'the sandbox cannot split uploaded audio' })
  const sung = !earlier.instrumental && earlier.lyric !== ''
  const voice: readonly (readonly Part[])[] = sung ? [['voice']] : []
  const pieces =
    order.values.action === 'all_stems' ? [...voice, ...INSTRUMENTS] : sung ? STEMS : STEMS_UNSUNG
  const plan = { ...earlier, seconds: Math.min(LONGEST_SONG, earlier.duration) }
  return Promise.all(pieces.map((parts, at) => perform(order, plan, at, studio, parts)))
}
