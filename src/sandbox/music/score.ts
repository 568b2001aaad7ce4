import { between, chance, choose, seededRandom, upTo, type Random } from '#media/random.ts'
import { SCALES, type Style } from '#sandbox/music/styles.ts'

type Section = 'intro' | 'verse' | 'chorus' | 'end'

/** One bar: its place in the song and its harmony. */
export type Bar = { at: number; section: Section; chord: number; next: number; phrase: number }

/** A note of the tune. Times in beats from the bar's start, height in steps of the scale. */
type TuneNote = { beat: number; length: number; step: number }

export type Score = {
  style: Style
  /** Beats a minute. */
  tempo: number
  /** MIDI number of the key's first note, near middle C. */
  key: number
  /** Seconds. */
  bar: number
  bars: readonly Bar[]
  tune: (bar: Bar) => readonly TuneNote[]
}

/** So goes a song, and then again from the first verse. */
const FORM: readonly (readonly [Section, number])[] = [
  ['intro', 2],
  ['verse', 8],
  ['chorus', 8],
  ['verse', 8],
  ['chorus', 8]
]
const SHORT: readonly (readonly [Section, number])[] = [
  ['intro', 2],
  ['verse', 4],
  ['chorus', 4],
  ['verse', 4],
  ['chorus', 4]
]

/**
 * Writes a song. The tune follows from the seed alone, so that a cover in another style is known again.
 * @param from seconds at which it begins: an extension goes on where the song before it would be
 * @param seconds how long
 */
export function writeScore(style: Style, seed: string, from: number, seconds: number): Score {
  const random = seededRandom(`score ${seed}`)
  const key = 55 + Math.floor(random() * 10)
  const tempo = Math.round(between(random, style.tempo[0], style.tempo[1]))
  const bar = (60 / tempo) * style.meter
  const [verse, chorus] = [choose(random, style.verse), choose(random, style.chorus)]
  const first = Math.floor(from / bar + 1e-6)
  const count = Math.ceil(seconds / bar) + 1
  const form = bar * 34 > seconds * 1.3 ? SHORT : FORM
  const bars = upTo(count).map(at => {
    const { section, phrase } = placeOf(form, first + at)
    const last = at >= count - 2
    const chords = section === 'chorus' ? chorus : verse
    return {
      at,
      section: last ? ('end' as const) : section,
      chord: last ? 0 : (chords[phrase % 4] ?? 0),
      next: chords[(phrase + 1) % 4] ?? 0,
      phrase
    }
  })
  return { style, tempo, key, bar, bars, tune: tuneOf(seed, style) }
}

function placeOf(form: typeof FORM, bar: number): { section: Section; phrase: number } {
  const total = form.reduce((sum, [, length]) => sum + length, 0)
  const again = total - (form[0]?.[1] ?? 0)
  let left = bar < total ? bar : ((bar - total) % again) + total - again
  for (const [section, length] of form) {
    if (left < length) return { section, phrase: left }
    left -= length
  }
  return { section: 'verse', phrase: 0 }
}

type Motif = readonly { beat: number; length: number; lean: number }[]

/** A rhythm of a bar with its rise and fall, kept through a song: what makes it one can hum. */
function motifOf(random: Random, meter: number, dense: number): Motif {
  const notes: { beat: number; length: number; lean: number }[] = []
  let [beat, lean] = [chance(random, 0.3) ? 0.5 : 0, 0]
  while (beat < meter - 0.4) {
    const length = choose(random, chance(random, dense) ? [0.5, 0.5, 1] : [1, 1.5, 2])
    if (!chance(random, 0.1)) notes.push({ beat, length: Math.min(length, meter - beat), lean })
    beat += length
    lean += choose(random, [-2, -1, -1, 1, 1, 2])
    if (Math.abs(lean) > 4) lean = Math.sign(lean) * 2
  }
  return notes
}

/** Motifs answer each other: A, B, A, C; the fourth bar of a phrase comes to rest. */
function tuneOf(seed: string, style: Style): Score['tune'] {
  const random = seededRandom(`tune ${seed}`)
  const phrases = {
    verse: upTo(3).map(() => motifOf(random, style.meter, 0.55)),
    chorus: upTo(3).map(() => motifOf(random, style.meter, 0.7))
  }
  return ({ section, chord, phrase }) => {
    if (section === 'intro') return []
    if (section === 'end') return [{ beat: 0, length: style.meter, step: 7 }]
    const motifs = phrases[section]
    const motif = motifs[[0, 1, 0, 2][phrase % 4] ?? 0] ?? []
    const home = nearest(chord, section === 'chorus' ? 9 : 5)
    const notes = motif.map(({ beat, length, lean }) => ({
      beat,
      length,
      step: settle(home + lean, chord, beat)
    }))
    const last = notes.at(-1)
    if (phrase % 4 === 3 && last !== undefined)
      return [
        ...notes.slice(0, -1),
        { ...last, length: style.meter - last.beat, step: nearest(chord, last.step) }
      ]
    return notes
  }
}

/** On whole beats a note of the chord, else where it is. */
function settle(step: number, chord: number, beat: number): number {
  return beat % 1 === 0 ? nearest(chord, step) : step
}

/** The step of a chord's three notes that is nearest to another step. */
function nearest(chord: number, to: number): number {
  const steps = [-14, -7, 0, 7, 14].flatMap(octave =>
    [0, 2, 4].map(third => chord + third + octave)
  )
  return steps.toSorted((a, b) => Math.abs(a - to) - Math.abs(b - to))[0] ?? chord
}

/** MIDI number of a step above the key. */
export function noteOf({ key, style }: Pick<Score, 'key' | 'style'>, step: number): number {
  const scale = SCALES[style.scale]
  return key + Math.floor(step / 7) * 12 + (scale[((step % 7) + 7) % 7] ?? 0)
}

/** Hertz of a MIDI number. */
export function pitch(note: number): number {
  return 440 * 2 ** ((note - 69) / 12)
}
