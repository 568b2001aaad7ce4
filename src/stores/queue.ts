import { isJsonRecord, textAt } from '#client/json.ts'
import { createPersistedAtom } from '#stores/persisted.ts'

/** A song as the player shows and plays it. */
export type QueuedSong = {
  url: string
  title: string
  /** A second line, such as its style. */
  line: string
  cover: string
  lyric: string
  /** Its loudness, see `describeWaveform`; empty until it is known. */
  wave: string
}

const REPEATS = ['off', 'all', 'one'] as const

export type Repeat = (typeof REPEATS)[number]

/** The songs of the player. `at` is the index of the current one, `place` its second. */
export type Queue = { songs: readonly QueuedSong[]; at: number; place: number; repeat: Repeat }

/**
 * Limits of the saved queue: its songs, the songs before the current one, and the characters of a
 * line and of all lyrics together.
 */
const MOST = 30
const BEFORE = 10
const LINE = 120
const LYRICS = 20_000

/** The queue of the player; null while nothing was played, or after the player was closed. */
export const $queue = createPersistedAtom<Queue | null>('player', null, parseQueue)

/** Makes a queue of songs, as many as can be saved. The repeat mode of the one before stays. */
export function createQueue(
  songs: readonly QueuedSong[],
  at: number,
  repeat: Repeat = 'off'
): Queue | null {
  const begin = Math.max(0, Math.min(at - BEFORE, songs.length - MOST))
  return bounded({ songs: songs.slice(begin, begin + MOST), at: at - begin, place: 0, repeat })
}

/**
 * Moves to the next or previous song.
 * @returns null at the end of a queue that does not repeat
 */
export function stepQueue(queue: Queue, way: 1 | -1): Queue | null {
  const { songs, at, repeat } = queue
  const next = at + way
  if (next >= 0 && next < songs.length) return { ...queue, at: next, place: 0 }
  return repeat === 'off' ? null : { ...queue, at: way === 1 ? 0 : songs.length - 1, place: 0 }
}

/**
 * Removes a song. If it is the current one, the next one takes its place.
 * @returns null if no song is left
 */
export function removeFromQueue(queue: Queue, index: number): Queue | null {
  const songs = queue.songs.filter((_, each) => each !== index)
  if (songs.length === 0) return null
  const at = queue.at > index ? queue.at - 1 : Math.min(queue.at, songs.length - 1)
  return { ...queue, songs, at, place: queue.at === index ? 0 : queue.place }
}

/** Returns the mode after this one: off, all, one. */
export function nextRepeat(repeat: Repeat): Repeat {
  return REPEATS[(REPEATS.indexOf(repeat) + 1) % REPEATS.length] ?? 'off'
}

/** Adds the waveform of a song. */
export function addWaveform(queue: Queue, url: string, wave: string): Queue {
  const songs = queue.songs.map(song => (song.url === url ? { ...song, wave } : song))
  return { ...queue, songs }
}

function parseQueue(saved: unknown): Queue | null {
  if (!isJsonRecord(saved)) return null
  const { songs, at, place, repeat } = saved
  if (!Array.isArray(songs)) return null
  const read = songs.flatMap((song: unknown): QueuedSong[] => {
    const url = textAt(song, 'url')
    if (!/^https?:\/\//.test(url)) return []
    const [title = '', line = '', cover = '', lyric = '', wave = ''] = [
      'title',
      'line',
      'cover',
      'lyric',
      'wave'
    ].map(name => textAt(song, name))
    return [{ url, title, line, cover, lyric, wave: /^\d*$/.test(wave) ? wave : '' }]
  })
  return bounded({
    songs: read.slice(0, MOST),
    at: typeof at === 'number' && Number.isInteger(at) ? at : 0,
    place: typeof place === 'number' && place > 0 ? place : 0,
    repeat: REPEATS.find(each => each === repeat) ?? 'off'
  })
}

/** Shortens texts, so that the queue can be saved. The lyrics of the songs ahead come first. */
function bounded({ songs, at, ...rest }: Queue): Queue | null {
  if (songs.length === 0) return null
  const current = Math.max(0, Math.min(at, songs.length - 1))
  let room = LYRICS
  const kept = new Map<number, string>()
  for (const index of songs.keys()) {
    const here = (current + index) % songs.length
    const lyric = songs[here]?.lyric ?? ''
    if (lyric.length <= room) kept.set(here, lyric)
    room -= lyric.length
  }
  return {
    ...rest,
    at: current,
    songs: songs.map((song, index) => ({
      ...song,
      title: song.title.slice(0, LINE),
      line: song.line.slice(0, LINE),
      lyric: kept.get(index) ?? ''
    }))
  }
}
