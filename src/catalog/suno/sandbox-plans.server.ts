import type { suno } from '#catalog/suno/service.ts'
import type { FieldValues as Song } from '#core/condition.ts'
import { Problem } from '#core/problem.ts'
import type { ActionValues } from '#core/service.ts'
import { seededId } from '#media/random.ts'
import { makeLyrics } from '#sandbox/lyrics.ts'
import type { JobInput } from '#sandbox/jobs.ts'
import { type SandboxRequest } from '#sandbox/media.ts'

export type SunoRequest = SandboxRequest<ActionValues<typeof suno, 'audios'>>

type Voice = 'f' | 'm'

/** An earlier song that this one continues at the second `continue_at`. */
export type ContinuedSong = { id: string; audio_url: string; continue_at: number }

/**
 * A song before it is played. The melody follows from the seed `tune`, so that covers can repeat
 * it.
 */
export type SongPlan = {
  tune: string
  title: string
  style: string
  lyric: string
  prompt: string
  instrumental: boolean
  /** The singer's voice. Without a chosen voice, the two songs of a task have different ones. */
  voice?: Voice
  from: number
  seconds: number
  history: readonly ContinuedSong[]
}

/** An earlier song, as its result recorded it. */
export type SandboxSong = SongPlan & {
  id: string
  audio_url: string
  duration: number
  uploaded: boolean
}

/** The longest song that the sandbox plays, in seconds. */
export const MAX_SONG_SECONDS = 120

/** The longest recording that the sandbox accepts, in seconds. */
const LISTENED = 600

/**
 * @throws Problem `bad_request` for audio that is longer than allowed. Its first bytes had stated
 * less.
 */
export function checkAudioLength({ duration }: { duration: number }): void {
  if (duration > LISTENED + 1)
    throw new Problem('bad_request', { detail: `the audio may last at most ${LISTENED} seconds` })
}

/** Returns the job that draws the cover of a song: a poster of its title. */
export function songCoverInput({
  words,
  seed
}: {
  words: string
  seed: string
}): JobInput<'picture'> {
  return { prompt: words, seed, width: 1024, height: 1024, format: 'jpeg' }
}

/** Plans a new song. It invents the lyrics, title and length that the request leaves out. */
export function planNewSong({ values }: SunoRequest, tune: string): SongPlan {
  const { prompt = '', instrumental, style = prompt } = values
  const about = [prompt, values.lyric_prompt, values.title, values.style].filter(Boolean).join(' ')
  const words = makeLyrics({ prompt: about, seed: tune })
  const { title = words.title } = values
  const lyric = instrumental ? '' : (values.lyric ?? words.text)
  const seconds = Math.min(MAX_SONG_SECONDS, values.duration ?? lengthOf(tune))
  return { tune, title, style, lyric, prompt, instrumental, from: 0, seconds, history: [] }
}

/** Plans a new song in the voice and the style of an earlier one. */
export function planPersonaSong(order: SunoRequest, tune: string): SongPlan {
  const { style, voice } = findSandboxSong(order, 'persona_id')
  const plan = planNewSong(order, tune)
  return { ...plan, style: order.values.style ?? style, ...(voice !== undefined && { voice }) }
}

/**
 * Plans a song that follows an earlier one. An extension continues its tune. A cover, a remaster
 * and a new section play the tune again.
 */
export function planFollowUpSong(order: SunoRequest, earlier: SandboxSong): SongPlan {
  const { values } = order
  const { style = earlier.style, title = earlier.title, prompt = '', instrumental } = values
  const plan = {
    ...earlier,
    lyric: instrumental ? '' : (values.lyric ?? wordsFor(order, earlier)),
    style,
    title,
    prompt,
    instrumental
  }
  if (values.action !== 'extend' && values.action !== 'upload_extend')
    return {
      ...plan,
      seconds: Math.min(MAX_SONG_SECONDS, Math.max(1, earlier.duration)),
      history: []
    }
  const { continue_at = earlier.duration } = values
  const { id, audio_url, history } = earlier
  return {
    ...plan,
    from: earlier.from + continue_at,
    seconds: lengthOf(`${earlier.tune} ${continue_at}`),
    history: [...history, { id, audio_url, continue_at }]
  }
}

/** Plans a mashup: the style of both songs, the lyrics of the first. */
export function planMashup(order: SunoRequest): SongPlan {
  const [first, second] = songsOf(order, 'mashup_audio_ids')
  if (first === undefined || second === undefined)
    throw new Problem('bad_request', { detail: 'a song was deleted' })
  const { style = `${first.style} ${second.style}`, title = `${first.title} + ${second.title}` } =
    order.values
  const seconds = Math.min(MAX_SONG_SECONDS, Math.max(1, first.duration))
  return {
    ...planFollowUpSong(order, first),
    tune: `${first.tune} ${second.tune}`,
    style,
    title,
    from: 0,
    seconds,
    history: []
  }
}

/** @throws Problem `bad_request` when the earlier song was deleted meanwhile */
export function findSandboxSong(order: SunoRequest, field: 'audio_id' | 'persona_id'): SandboxSong {
  const [song] = songsOf(order, field)
  if (song === undefined) throw new Problem('bad_request', { detail: 'the song was deleted' })
  return song
}

/** Returns the lyrics of the earlier song. A voice over an instrumental needs new ones. */
function wordsFor({ values, seed }: SunoRequest, { lyric, title, style }: SandboxSong): string {
  if (lyric !== '' || values.action !== 'overpainting') return lyric
  return makeLyrics({
    prompt: [values.prompt, values.lyric_prompt, title, style].filter(Boolean).join(' '),
    seed
  }).text
}

function songsOf({ earlier }: SunoRequest, field: string): SandboxSong[] {
  return (earlier[field] ?? []).map(readSong)
}

function readSong(song: Song): SandboxSong {
  const text = (name: string): string => (typeof song[name] === 'string' ? song[name] : '')
  const number = (name: string): number => (typeof song[name] === 'number' ? song[name] : 0)
  // A song has an `id`, an upload an `audio_id`.
  const id = text('id') || text('audio_id')
  const voice = text('vocal_gender')
  return {
    id,
    uploaded: text('tune') === '',
    tune: text('tune') || id,
    title: text('title'),
    style: text('style'),
    lyric: text('lyric'),
    prompt: text('prompt'),
    instrumental: song['instrumental'] === true,
    ...((voice === 'f' || voice === 'm') && { voice }),
    audio_url: text('audio_url'),
    duration: number('duration'),
    seconds: number('duration'),
    from: number('from'),
    // The result of the earlier song recorded these pieces.
    history: Array.isArray(song['history']) ? (song['history'] as unknown as ContinuedSong[]) : []
  }
}

/** Returns a length of 24 to 40 seconds that depends on the seed. */
function lengthOf(seed: string): number {
  return 24 + (Number.parseInt(seededId(seed).slice(0, 6), 16) % 17)
}
