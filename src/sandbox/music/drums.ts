import { seededRandom, upTo } from '#media/random.ts'
import type { Bar, Score } from '#sandbox/music/score.ts'
import { RATE, type Track } from '#sandbox/music/track.ts'

type Drum = 'kick' | 'snare' | 'hat' | 'open' | 'rim' | 'ride' | 'brush' | 'crash'

/** A bar in sixteenths (in a waltz twelve): x loud, o soft. */
type Pattern = Partial<Record<Drum, string>>

const PATTERNS: Record<Score['style']['drums'], Pattern> = {
  rock: { kick: 'x.....o.x.x.....', snare: '....x.......x..o', hat: 'x.o.x.o.x.o.x.o.' },
  lofi: { kick: 'x......o..x.....', snare: '....x.......x...', hat: 'x.o.o.oxx.o.o.o.' },
  swing: {
    kick: 'o.......o.......',
    brush: '....x.......x...',
    ride: 'x...x..ox...x..o',
    hat: '....o.......o...'
  },
  four: {
    kick: 'x...x...x...x...',
    snare: '....x.......x...',
    open: '..x...x...x...x.',
    hat: 'oooooooooooooooo'
  },
  waltz: { kick: 'x...........', brush: '....o...o...', ride: 'o...o...o...' },
  soft: { kick: 'x.......o.......', rim: '....x.......x...', hat: 'o...o...o...o...' },
  trap: { kick: 'x.....x...o.....', snare: '........x.......', hat: 'x.x.x.xxx.xoxoxo' },
  bossa: { kick: 'x..ox..ox..ox..o', rim: 'x..x..x...x..x..', hat: 'o.o.o.o.o.o.o.o.' },
  none: {}
}

/** Plays one bar. @returns the times of the bass drum, in seconds */
export function playDrums(track: Track, score: Score, bar: Bar, start: number): number[] {
  const pattern = PATTERNS[score.style.drums]
  const step = 60 / score.tempo / 4
  const sparse = bar.section === 'intro' || bar.section === 'end'
  const kicks: number[] = []
  for (const [drum, row] of Object.entries(pattern) as [Drum, string][]) {
    if (sparse && (drum === 'snare' || drum === 'rim')) continue
    for (const [at, mark] of [...row].entries()) {
      if (mark === '.' || (bar.section === 'end' && at > 0)) continue
      const late = at % 4 === 2 || at % 4 === 3 ? score.style.swing * step * 0.9 : 0
      const time = start + at * step + late
      hit(track, drum, time, mark === 'x' ? 1 : 0.45)
      if (drum === 'kick') kicks.push(time)
    }
  }
  if (bar.phrase % 8 === 0 && bar.section === 'chorus' && score.style.drums !== 'none')
    hit(track, 'crash', start, 0.7)
  if (bar.phrase % 4 === 3 && pattern.snare !== undefined && !sparse)
    for (const at of upTo(3)) hit(track, 'snare', start + (13 + at) * step, 0.4 + at * 0.15)
  return kicks
}

/** Length in seconds, place between the channels, loudness. */
const KIT: Record<Drum, readonly [length: number, pan: number, loud: number]> = {
  kick: [0.34, 0, 0.95],
  snare: [0.22, 0.05, 0.5],
  hat: [0.05, 0.3, 0.17],
  open: [0.2, 0.3, 0.2],
  rim: [0.06, -0.2, 0.32],
  ride: [0.35, -0.3, 0.13],
  brush: [0.2, 0.1, 0.22],
  crash: [1.4, -0.25, 0.24]
}

function hit(track: Track, drum: Drum, at: number, loud: number): void {
  const [length, pan, level] = KIT[drum]
  const start = Math.round(at * RATE)
  const noise = seededRandom(`${drum} ${start}`)
  const sound = soundOf(drum)
  let before = 0
  for (
    let sample = Math.max(0, start);
    sample < Math.min(track.left.length, start + length * RATE);
    sample++
  ) {
    const time = (sample - start) / RATE
    const white = noise() * 2 - 1
    const value = sound(time, white, white - before) * loud * level
    before = white
    track.left[sample] = (track.left[sample] ?? 0) + value * (1 - pan * 0.5)
    track.right[sample] = (track.right[sample] ?? 0) + value * (1 + pan * 0.5)
  }
}

/** @returns the value at a time, from noise and from noise without its low part */
function soundOf(drum: Drum): (time: number, noise: number, bright: number) => number {
  const fade = (time: number, half: number): number => Math.exp(-time / half)
  const tone = (time: number, hertz: number): number => Math.sin(time * Math.PI * 2 * hertz)
  const drums: Record<Drum, (time: number, noise: number, bright: number) => number> = {
    kick: (time, noise) =>
      Math.sin(Math.PI * 2 * (48 * time + 4.2 * (1 - fade(time, 0.035)))) * fade(time, 0.11) +
      noise * fade(time, 0.003) * 0.25,
    snare: (time, noise, bright) =>
      tone(time, 188) * fade(time, 0.05) * 0.7 + (noise * 0.4 + bright * 0.5) * fade(time, 0.07),
    hat: (time, _, bright) => bright * fade(time, 0.014),
    open: (time, _, bright) => bright * fade(time, 0.07),
    rim: (time, noise) =>
      (tone(time, 820) + tone(time, 1240) * 0.6 + noise * 0.3) * fade(time, 0.012),
    ride: (time, _, bright) =>
      (bright * 0.6 + tone(time, 4200) * 0.3 + tone(time, 5870) * 0.3) * fade(time, 0.1),
    brush: (time, _, bright) => bright * Math.min(1, time / 0.03) * fade(time, 0.06),
    crash: (time, noise, bright) => (bright * 0.8 + noise * 0.15) * fade(time, 0.38)
  }
  return drums[drum]
}
