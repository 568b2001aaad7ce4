import { upTo } from '#media/random.ts'
import { noteOf, pitch, type Bar, type Score } from '#sandbox/music/score.ts'
import { play, type Track } from '#sandbox/music/track.ts'
import { VOICES } from '#sandbox/music/voices.ts'

/** A stroke of a pattern in beats: when, how long, and which note of the chord. */
type Stroke = readonly [beat: number, length: number, which: number]

/** Seconds of a bar at which a beat falls: the second half of a beat comes late where the music swings. */
export function secondsOf({ tempo, style }: Score, beat: number): number {
  const half = beat % 1
  const late = half >= 0.45 && half <= 0.55 ? style.swing * 0.5 : 0
  return ((beat + late) * 60) / tempo
}

/** MIDI numbers of a bar's chord, kept near to the middle so that chords follow each other smoothly. */
function chordNotes(score: Score, bar: Bar): number[] {
  const steps = score.style.sevenths ? [0, 2, 4, 6] : [0, 2, 4]
  const notes = steps.map(third => noteOf(score, bar.chord + third))
  return notes.map(note => (note > score.key + 11 ? note - 12 : note)).toSorted((a, b) => a - b)
}

/** Chords of one bar, in the way of the style. */
export function playChords(track: Track, score: Score, bar: Bar, start: number): void {
  const { style } = score
  const notes = chordNotes(score, bar)
  const beats = style.meter
  const whole = bar.section === 'end' ? beats * 1.6 : beats
  const put = (
    voice: keyof typeof VOICES,
    note: number,
    beat: number,
    length: number,
    loud: number,
    pan: number
  ): void =>
    play(track, VOICES[voice], {
      at: start + secondsOf(score, beat),
      length: (length * 60) / score.tempo,
      pitch: pitch(note),
      loud,
      pan
    })
  const all = (
    voice: keyof typeof VOICES,
    beat: number,
    length: number,
    loud: number,
    spread = 0.5,
    roll = 0
  ): void => {
    for (const [at, note] of notes.entries())
      put(voice, note, beat + at * roll, length, loud, (at / notes.length - 0.4) * spread * 2)
  }
  if (bar.section === 'end')
    return all(
      style.chords === 'power' || style.chords === 'stabs'
        ? 'pad'
        : style.chords === 'pad'
          ? 'pad'
          : 'piano',
      0,
      whole,
      0.13,
      0.5,
      0.04
    )
  if (style.chords === 'power')
    for (const at of upTo(bar.section === 'chorus' ? 8 : 4))
      put(
        'power',
        noteOf(score, bar.chord) - 12,
        bar.section === 'chorus' ? at / 2 : at,
        bar.section === 'chorus' ? 0.46 : 0.9,
        0.1,
        at % 2 === 0 ? -0.5 : 0.5
      )
  if (style.chords === 'keys')
    for (const [beat, length] of [
      [0, 1.4],
      [1.5, 0.8],
      [2.5, 1.4]
    ] as const)
      all('keys', beat, length, beat === 0 ? 0.1 : 0.065, 0.5, 0.015)
  if (style.chords === 'pad') all('pad', 0, beats, 0.085, 0.8)
  if (style.chords === 'piano')
    for (const at of upTo(4))
      all(
        'piano',
        style.sevenths ? ([0, 1.5, 2.5, 3.5][at] ?? 0) : at,
        style.sevenths ? 0.5 : 0.95,
        at === 0 ? 0.13 : 0.085,
        0.5,
        0.008
      )
  if (style.chords === 'stabs')
    for (const beat of bar.section === 'chorus'
      ? [0, 0.75, 1.5, 2.25, 3, 3.5]
      : [0.5, 1.5, 2.5, 3.25])
      all('stabs', beat, 0.2, 0.1, 0.9)
  if (style.chords === 'strum')
    for (const [beat, loud] of [
      [0, 0.12],
      [1, 0.06],
      [1.5, 0.085],
      [2.5, 0.085],
      [3, 0.1],
      [3.5, 0.07]
    ] as const)
      all('strum', beat, 0.5, loud, 0.6, beat % 1 === 0 ? 0.025 : -0.0 + 0.018)
  if (style.chords === 'waltz') for (const beat of [1, 2]) all('piano', beat, 0.6, 0.1, 0.5)
  if (style.chords === 'arpeggio') {
    for (const at of upTo(beats * 2))
      put(
        'piano',
        (notes[[0, 1, 2, 1][at % 4] ?? 0] ?? 60) + (at % 8 > 3 ? 12 : 0),
        at / 2,
        0.8,
        0.14,
        Math.sin(at) * 0.4
      )
    all('pad', 0, beats, 0.05, 0.8)
  }
}

// A table of strokes: their notes are steps from the chord's root.
// oxfmt-ignore
const BASS: Record<Score['style']['bass'], readonly Stroke[]> = {
  eighths: upTo(8).map(at => [at / 2, 0.45, at === 7 ? 4 : 0] as const),
  roots: [
    [0, 1.4, 0],
    [1.5, 0.45, 0],
    [2, 1.3, 4],
    [3.5, 0.45, 0]
  ],
  walking: [
    [0, 0.9, 0],
    [1, 0.9, 2],
    [2, 0.9, 4],
    [3, 0.9, -1]
  ],
  offbeat: [
    [0.5, 0.4, 0],
    [1.5, 0.4, 0],
    [2.5, 0.4, 0],
    [3.5, 0.2, 0],
    [3.75, 0.2, 4]
  ],
  long: [[0, 3.8, 0]],
  waltz: [[0, 0.9, 0]],
  octaves: upTo(8).map(at => [at / 2, 0.4, at % 2 === 0 ? 0 : 7] as const),
  sub: [
    [0, 1.3, 0],
    [1.5, 0.9, 0],
    [2.5, 1.2, 0]
  ]
}

/** The bass of one bar; it rests in the first bar of an intro. */
export function playBass(track: Track, score: Score, bar: Bar, start: number): void {
  if (bar.section === 'intro' && bar.phrase === 0 && score.style.bass !== 'long') return
  const { bass, meter } = score.style
  const voice =
    bass === 'sub'
      ? VOICES.sub
      : bass === 'walking' || bass === 'waltz'
        ? VOICES.upright
        : VOICES.bass
  const strokes: readonly Stroke[] = bar.section === 'end' ? [[0, meter * 0.95, 0]] : BASS[bass]
  const deep = noteOf(score, bar.chord) - 24 < 31 ? 12 : 24
  for (const [beat, length, which] of strokes) {
    const step = which === -1 ? bar.next + (bar.next > bar.chord ? -1 : 1) : bar.chord + which
    const note = noteOf(score, step) - deep
    play(track, voice, {
      at: start + secondsOf(score, beat),
      length: (length * 60) / score.tempo,
      pitch: pitch(note > 55 ? note - 12 : note),
      loud: beat === 0 ? 0.42 : 0.36,
      pan: 0
    })
  }
}

/** The tune on an instrument. Behind a singer it is quiet, and rests in verses. */
export function playLead(track: Track, score: Score, bar: Bar, start: number, sung: boolean): void {
  if (sung && bar.section === 'verse' && bar.phrase % 4 !== 3) return
  const loud = sung ? 0.1 : 0.21
  for (const { beat, length, step } of score.tune(bar)) {
    play(track, VOICES[score.style.lead], {
      at: start + secondsOf(score, beat),
      length: (length * 0.92 * 60) / score.tempo,
      pitch: pitch(noteOf(score, step) + (sung ? 12 : 0)),
      loud,
      pan: 0.18
    })
  }
}
