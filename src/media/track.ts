/** Samples per second. */
export const SAMPLE_RATE = 44_100

/** The samples of two channels, each from -1 to 1. */
export type Track = { left: Float32Array; right: Float32Array }

export type Note = {
  /** Seconds. */
  at: number
  length: number
  /** Hertz. */
  pitch: number
  /** 0 to 1. */
  loud: number
  /** Share of overtones, 0 to 1. */
  bright: number
  /** From -1, left, to 1, right. */
  pan?: number
  /** Depth of a vibrato as a share of the pitch. */
  vibrato?: number
}

const OVERTONES = [1, 2, 3, 4, 5] as const

export function createTrack(seconds: number): Track {
  const samples = Math.round(seconds * SAMPLE_RATE)
  return { left: new Float32Array(samples), right: new Float32Array(samples) }
}

/** Adds a note that fades: a sum of a few overtones. */
export function addTone(track: Track, note: Note): void {
  const { at, length, pitch, loud, bright, pan = 0, vibrato = 0 } = note
  const tones = OVERTONES.map(tone => (tone === 1 ? 1 : bright / tone))
  let phase = 0
  eachSample(track, at, length, pan, second => {
    phase += (pitch * (1 + vibrato * Math.sin(second * 34))) / SAMPLE_RATE
    const sum = tones.reduce((all, part, tone) => {
      return all + part * Math.sin(2 * Math.PI * phase * (tone + 1))
    }, 0)
    const attack = Math.min(1, second / 0.012)
    const release = Math.min(1, (length - second) / 0.05)
    return loud * sum * attack * release * Math.exp((-1.6 * second) / length)
  })
}

/** Adds a drum beat: a low tone that falls, or noise. */
export function addDrum(track: Track, at: number, kind: 'kick' | 'snare' | 'hat'): void {
  const length = kind === 'hat' ? 0.05 : 0.18
  let state = 1
  eachSample(track, at, length, kind === 'hat' ? 0.25 : 0, second => {
    // A linear congruential generator is noise enough for a drum.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    const noise = state / 0x8000_0000
    const fall = Math.exp((-6 * second) / length)
    if (kind === 'kick') return 0.8 * fall * Math.sin(2 * Math.PI * (48 + 90 * fall) * second)
    return noise * fall * (kind === 'snare' ? 0.28 : 0.1)
  })
}

function eachSample(
  { left, right }: Track,
  at: number,
  length: number,
  pan: number,
  sampleAt: (second: number) => number
): void {
  const first = Math.round(at * SAMPLE_RATE)
  const last = Math.min(left.length, first + Math.round(length * SAMPLE_RATE))
  const [toLeft, toRight] = [Math.min(1, 1 - pan), Math.min(1, 1 + pan)]
  for (let sample = Math.max(0, first); sample < last; sample++) {
    const value = sampleAt((sample - first) / SAMPLE_RATE)
    left[sample] = (left[sample] ?? 0) + value * toLeft
    right[sample] = (right[sample] ?? 0) + value * toRight
  }
}

/**
 * Adds an echo, fades out the last seconds, and limits all samples to the range that a file can
 * hold.
 */
export function finishTrack({ left, right }: Track, tempo: number): void {
  const [delay, fade] = [
    Math.round((SAMPLE_RATE * 45) / tempo),
    Math.min(left.length, SAMPLE_RATE * 1.5)
  ]
  for (const channel of [left, right])
    for (let at = 0; at < channel.length; at++) {
      const value = (channel[at] ?? 0) + 0.22 * (channel[at - delay] ?? 0)
      channel[at] = value
    }
  for (const channel of [left, right])
    for (let at = 0; at < channel.length; at++)
      channel[at] = Math.tanh((channel[at] ?? 0) * 0.9) * Math.min(1, (channel.length - at) / fade)
}
