import { secondsOf } from '#sandbox/music/band.ts'
import { noteOf, pitch, type Bar, type Score } from '#sandbox/music/score.ts'
import { RATE, type Track } from '#sandbox/music/track.ts'

/** Where the throat rings, in hertz, and how strongly: what makes a vowel. */
const VOWELS = {
  a: [
    [800, 1],
    [1150, 0.5],
    [2900, 0.16]
  ],
  e: [
    [420, 1],
    [1900, 0.4],
    [2550, 0.2]
  ],
  i: [
    [300, 1],
    [2100, 0.32],
    [2900, 0.2]
  ],
  o: [
    [460, 1],
    [820, 0.45],
    [2700, 0.09]
  ],
  u: [
    [330, 1],
    [700, 0.3],
    [2600, 0.05]
  ]
} as const satisfies Record<string, readonly (readonly [number, number])[]>

export type Vowel = keyof typeof VOWELS

const ORDER = Object.keys(VOWELS) as Vowel[]
const NEAR: Readonly<Record<string, Vowel>> = {
  ä: 'e',
  ö: 'e',
  ü: 'i',
  y: 'i',
  é: 'e',
  è: 'e',
  á: 'a',
  í: 'i',
  ó: 'o',
  ú: 'u'
}

/** A vowel for every syllable of a lyric; of scripts that hide their vowels each letter gives one. */
export function vowelsOf(lyric: string): Vowel[] {
  const sung = lyric.replaceAll(/\[[^[\]]*\]/g, ' ').toLowerCase()
  const latin = sung.match(/[aeiouyäöüéèáíóú]+/g)
  if (latin !== null)
    return latin.map(([first = 'a']) => ORDER.find(vowel => vowel === first) ?? NEAR[first] ?? 'a')
  return [...sung]
    .filter(letter => /\p{L}/u.test(letter))
    .map(letter => ORDER[(letter.codePointAt(0) ?? 0) % ORDER.length] ?? 'a')
}

export type Singer = { vowels: readonly Vowel[]; deep: boolean; next: number }

/** Sings the tune of one bar on vowels. What it sang of the lyric is remembered in the singer. */
export function sing(track: Track, score: Score, bar: Bar, start: number, singer: Singer): void {
  for (const { beat, length, step } of score.tune(bar)) {
    const vowel = singer.vowels[singer.next++ % singer.vowels.length] ?? 'a'
    const note = noteOf(score, step) - (singer.deep ? 12 : 0)
    utter(
      track,
      vowel,
      start + secondsOf(score, beat),
      (length * 0.96 * 60) / score.tempo,
      pitch(note),
      singer.deep ? 0.92 : 1.1
    )
  }
}

/** A buzz through three resonances, with breath, a slide into the note and a late vibrato. */
function utter(
  track: Track,
  vowel: Vowel,
  at: number,
  length: number,
  hertz: number,
  size: number
): void {
  const start = Math.round(at * RATE)
  const [held, release] = [Math.round(length * RATE), 0.09 * RATE]
  const rooms = VOWELS[vowel].map(([centre, share]) => ({
    cut: 2 * Math.sin((Math.PI * centre * size) / RATE),
    share,
    low: 0,
    band: 0
  }))
  let phase = 0
  for (
    let sample = Math.max(0, start);
    sample < Math.min(track.left.length, start + held + release);
    sample++
  ) {
    const time = sample - start
    const wobble =
      1 +
      0.009 * Math.min(1, time / (0.4 * RATE)) * Math.sin((time / RATE) * 34.5) -
      0.03 * Math.exp(-time / (0.03 * RATE))
    phase = (phase + (hertz * wobble) / RATE) % 1
    const buzz = (1 - phase) ** 2.2 * 2 - 0.62 + Math.sin(time * 12.9898) * 0.02
    const level =
      Math.min(1, time / (0.045 * RATE)) *
      (time < held ? 1 : Math.max(0, 1 - (time - held) / release))
    let voice = 0
    for (const room of rooms) {
      room.low += room.cut * room.band
      room.band += room.cut * (buzz - room.low - 0.14 * room.band)
      voice += room.band * room.share
    }
    const value = voice * level * 0.12
    track.left[sample] = (track.left[sample] ?? 0) + value
    track.right[sample] = (track.right[sample] ?? 0) + value
  }
}
