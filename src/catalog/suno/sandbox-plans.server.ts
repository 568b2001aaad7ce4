import type { suno } from '#catalog/suno/service.ts'
import type { Values as Song } from '#core/condition.ts'
import { Problem } from '#core/problem.ts'
import type { ActionValues } from '#core/service.ts'
import { makeLyrics } from '#providers/sandbox-media/lyrics.ts'
import { sandboxId, type SandboxOrder } from '#providers/sandbox.ts'

export type Order = SandboxOrder<ActionValues<typeof suno, 'audios'>>

export type Voice = 'f' | 'm'

/** A piece of an earlier song that comes before this one. */
export type Piece = { id: string; audio_url: string; continue_at: number }

/** A song before it is played. `tune` is the seed that its melody follows from, wherever else it is sung. */
export type Plan = {
  tune: string
  title: string
  style: string
  lyric: string
  prompt: string
  instrumental: boolean
  /** Whose it is; both songs of a task differ in it where nobody asks for one. */
  voice?: Voice
  from: number
  seconds: number
  history: readonly Piece[]
}

/** What an earlier song was, as it was written down when it was played or uploaded. */
export type Earlier = Plan & { id: string; audio_url: string; duration: number; uploaded: boolean }

/** Seconds of the longest song that the sandbox plays. */
export const LONGEST = 120

/** Seconds of the longest recording that is listened to. */
const LISTENED = 600

/** @throws Problem `bad_request` for a recording that is longer than its first bytes told */
export function checkLength({ duration }: { duration: number }): void {
  if (duration > LISTENED + 1) throw new Problem('bad_request', { detail: `a recording lasts ${LISTENED} seconds at most` })
}

/** What a simple question leaves open is thought up. */
export function newSong({ values }: Order, tune: string): Plan {
  const { prompt = '', instrumental, style = prompt } = values
  const about = [prompt, values.lyric_prompt, values.title, values.style].filter(Boolean).join(' ')
  const words = makeLyrics({ prompt: about, seed: tune })
  const { title = words.title } = values
  const lyric = instrumental ? '' : (values.lyric ?? words.text)
  const seconds = Math.min(LONGEST, values.duration ?? lengthOf(tune))
  return { tune, title, style, lyric, prompt, instrumental, from: 0, seconds, history: [] }
}

/** In the voice and the style of an earlier song. */
export function sungAgain(order: Order, tune: string): Plan {
  const { style, voice } = earlierSong(order, 'persona_id')
  const plan = newSong(order, tune)
  return { ...plan, style: order.values.style ?? style, ...(voice !== undefined && { voice }) }
}

/** An extension goes on in the same tune; a cover, a remaster and a new section play that tune again. */
export function follow(order: Order, earlier: Earlier): Plan {
  const { values } = order
  const { style = earlier.style, title = earlier.title, prompt = '', instrumental } = values
  const plan = { ...earlier, lyric: instrumental ? '' : (values.lyric ?? wordsFor(order, earlier)), style, title, prompt, instrumental }
  if (values.action !== 'extend' && values.action !== 'upload_extend')
    return { ...plan, seconds: Math.min(LONGEST, Math.max(1, earlier.duration)), history: [] }
  const { continue_at = earlier.duration } = values
  const { id, audio_url, history } = earlier
  return {
    ...plan,
    from: earlier.from + continue_at,
    seconds: lengthOf(`${earlier.tune} ${continue_at}`),
    history: [...history, { id, audio_url, continue_at }]
  }
}

/** Two songs as one: the style of both, the words of the first. */
export function mashed(order: Order): Plan {
  const [first, second] = songsOf(order, 'mashup_audio_ids')
  if (first === undefined || second === undefined) throw new Problem('bad_request', { detail: 'a song was deleted' })
  const { style = `${first.style} ${second.style}`, title = `${first.title} + ${second.title}` } = order.values
  const seconds = Math.min(LONGEST, Math.max(1, first.duration))
  return { ...follow(order, first), tune: `${first.tune} ${second.tune}`, style, title, from: 0, seconds, history: [] }
}

/** @throws Problem `bad_request` when it was deleted meanwhile */
export function earlierSong(order: Order, field: 'audio_id' | 'persona_id'): Earlier {
  const [song] = songsOf(order, field)
  if (song === undefined) throw new Problem('bad_request', { detail: 'the song was deleted' })
  return song
}

/** A voice over what had none needs words. */
function wordsFor({ values, seed }: Order, { lyric, title, style }: Earlier): string {
  if (lyric !== '' || values.action !== 'overpainting') return lyric
  return makeLyrics({ prompt: [values.prompt, values.lyric_prompt, title, style].filter(Boolean).join(' '), seed }).text
}

function songsOf({ earlier }: Order, field: string): Earlier[] {
  return (earlier[field] ?? []).map(readSong)
}

function readSong(song: Song): Earlier {
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
    // As it was written down when it was played.
    history: Array.isArray(song['history']) ? (song['history'] as unknown as Piece[]) : []
  }
}

/** From 24 to 40 seconds, as the seed has it. */
function lengthOf(seed: string): number {
  return 24 + (Number.parseInt(sandboxId(seed).slice(0, 6), 16) % 17)
}
