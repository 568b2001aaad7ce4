import { randomChoice, seededRandom, range } from '#media/random.ts'
import type { Style } from '#sandbox/music/style.ts'
import { addDrum, addTone, createTrack, finishTrack, type Track } from '#media/track.ts'

export const SONG_PARTS = ['drums', 'bass', 'chords', 'lead', 'voice'] as const

export type SongPart = (typeof SONG_PARTS)[number]

export type SongInput = {
  title: string
  /** Words for the kind of music. */
  style: string
  lyric: string
  /** Decides the tune. The same seed in another style is a cover. */
  seed: number | string
  /** 1 to 120. */
  seconds: number
  instrumental: boolean
  /** Start in seconds within the tune, for extensions. */
  from?: number
  /** The audible parts, for stems. All of them by default. */
  parts?: readonly SongPart[]
  /** A low or a high voice. */
  vocal?: 'm' | 'f'
}

const BEATS = 4
const MAJOR = [0, 2, 4, 5, 7, 9, 11]
const MINOR = [0, 2, 3, 5, 7, 8, 10]
/** The chords of four bars, which repeat, as the steps of the scale on which they are built. */
const CHORDS = [
  [0, 4, 5, 3],
  [0, 5, 3, 4],
  [5, 3, 0, 4],
  [0, 3, 0, 4],
  [0, 2, 3, 4]
]
/** Hertz of the note A below middle C. */
const A3 = 220

/** One bar of a tune. `at` is its beginning in seconds, `beat` the length of a beat. */
type Bar = {
  track: Track
  at: number
  beat: number
  chord: number
  /** Hertz of a step of the scale, from the root. */
  pitch: (step: number) => number
  /** Steps of the melody, a number per half beat; null for a rest. */
  melody: readonly (number | null)[]
  style: Style
}

/**
 * Plays the bars of a tune that an order needs. Root, chords and melody depend on the seed only, so
 * another style plays the same tune, and an extension continues it.
 */
export function playTune(
  { seed, seconds, from = 0, instrumental, lyric, vocal = 'f' }: SongInput,
  style: Style,
  parts: readonly SongPart[]
): Track {
  const track = createTrack(seconds)
  const random = seededRandom(`tune ${seed}`)
  const root = A3 * 2 ** (Math.floor(random() * 9 - 4) / 12)
  const chords = randomChoice(random, CHORDS)
  const scale = style.minor ? MINOR : MAJOR
  const pitch = (step: number): number =>
    root * 2 ** (Math.floor(step / 7) + (scale[((step % 7) + 7) % 7] ?? 0) / 12)
  const beat = 60 / style.tempo
  const isSung = !instrumental && lyric.trim() !== ''
  const first = Math.floor(from / (beat * BEATS))
  for (const index of range(Math.ceil(seconds / (beat * BEATS)) + 1)) {
    const number = first + index
    const at = number * beat * BEATS - from
    const chord = chords[number % chords.length] ?? 0
    const melody = melodyOf(`${seed} ${number % 8}`, chord)
    const bar: Bar = { track, at, beat, chord, pitch, melody, style }
    for (const part of parts) if (part !== 'voice' || isSung) PLAYERS[part](bar, vocal, isSung)
  }
  finishTrack(track, style.tempo)
  return track
}

/** Writes eight half beats of melody around a chord. */
function melodyOf(seed: string, chord: number): (number | null)[] {
  const random = seededRandom(`melody ${seed}`)
  return range(8).map(at => {
    if (at > 0 && random() < 0.38) return null
    return chord + randomChoice(random, at % 4 === 0 ? [7, 9, 11] : [6, 7, 8, 9, 11])
  })
}

type Player = (bar: Bar, vocal: 'm' | 'f', isSung: boolean) => void

const PLAYERS: Readonly<Record<SongPart, Player>> = {
  drums: ({ track, at, beat, style }) => {
    if (!style.drums) return
    for (const half of range(BEATS * 2)) {
      const time = at + (half * beat) / 2
      addDrum(track, time, 'hat')
      if (half % 4 === 0) addDrum(track, time, 'kick')
      if (half % 4 === 2) addDrum(track, time, 'snare')
    }
  },
  bass: ({ track, at, beat, chord, pitch, style }) => {
    for (const note of range(BEATS))
      addTone(track, {
        at: at + note * beat,
        length: beat * 0.9,
        pitch: pitch(chord) / 2,
        loud: 0.26,
        bright: style.bright * 0.5
      })
  },
  chords: ({ track, at, beat, chord, pitch, style }) => {
    for (const [voice, step] of [0, 2, 4].entries())
      for (const half of [0, 2])
        addTone(track, {
          at: at + half * beat,
          length: beat * 2,
          pitch: pitch(chord + step),
          loud: 0.1,
          bright: style.bright,
          pan: (voice - 1) * 0.4
        })
  },
  lead: ({ track, at, beat, pitch, melody, style }, _, isSung) => {
    // A singer has the melody, and the lead plays every fourth note.
    for (const [half, step] of melody.entries())
      if (step !== null && (!isSung || half % 4 === 0))
        addTone(track, {
          at: at + (half * beat) / 2,
          length: beat * 0.8,
          pitch: pitch(step),
          loud: 0.13,
          bright: style.bright,
          pan: 0.15
        })
  },
  voice: ({ track, at, beat, pitch, melody }, vocal) => {
    for (const [half, step] of melody.entries())
      if (step !== null)
        addTone(track, {
          at: at + (half * beat) / 2,
          length: beat,
          pitch: pitch(step - (vocal === 'm' ? 7 : 0)),
          loud: 0.2,
          bright: 0.7,
          vibrato: 0.006
        })
  }
}
