export const RATE = 44_100

/** Sound in two channels, and how much of it goes into the room. */
export type Track = { left: Float32Array; right: Float32Array }

export function createTrack(samples: number): Track {
  return { left: new Float32Array(samples), right: new Float32Array(samples) }
}

type Wave = 'sine' | 'saw' | 'square' | 'triangle'

export type Note = {
  /** Seconds. */
  at: number
  length: number
  /** Hertz. */
  pitch: number
  /** 0 to 1. */
  loud: number
  /** -1 left to 1 right. */
  pan: number
}

export type Voice = {
  /** Oscillators: shape, pitch as a multiple, share. */
  parts: readonly (readonly [wave: Wave, ratio: number, share: number])[]
  /** Seconds. */
  attack: number
  decay: number
  /** Share of loudness that stays while a note is held. */
  hold: number
  release: number
  /** Where the filter closes, as multiples of the pitch: at the stroke, and later. */
  open: readonly [number, number]
  vibrato?: number
  drive?: number
}

/** Plays a note into a track. What would reach beyond its end is cut. */
export function play(track: Track, voice: Voice, { at, length, pitch, loud, pan }: Note): void {
  const start = Math.max(0, Math.round(at * RATE))
  const held = Math.round(length * RATE)
  const end = Math.min(track.left.length, start + held + Math.round(voice.release * RATE))
  const [toLeft, toRight] = [
    loud * Math.cos(((pan + 1) * Math.PI) / 4),
    loud * Math.sin(((pan + 1) * Math.PI) / 4)
  ]
  const phases = voice.parts.map((_, index) => (index * 0.37) % 1)
  const [attack, drive] = [Math.max(1, voice.attack * RATE), voice.drive ?? 0]
  let [low, band, faded] = [0, 0, 1]
  for (let sample = start; sample < end; sample++) {
    const time = sample - start
    const level = levelAt(voice, time, attack, held)
    faded = time < held ? faded : faded * (1 - 5 / (voice.release * RATE))
    const bend =
      voice.vibrato === undefined
        ? 1
        : 1 + voice.vibrato * Math.min(1, time / 16_000) * Math.sin((time / RATE) * 33)
    let raw = 0
    for (let part = 0; part < voice.parts.length; part++) {
      const chosen = voice.parts[part]
      if (chosen === undefined) continue
      const step = (pitch * chosen[1] * bend) / RATE
      const phase = ((phases[part] ?? 0) + step) % 1
      phases[part] = phase
      raw += shape(chosen[0], phase, step) * chosen[2]
    }
    if (drive > 0) raw = Math.tanh(raw * drive)
    const open = voice.open[1] + (voice.open[0] - voice.open[1]) * Math.exp(-time / (0.12 * RATE))
    const cut = Math.min(0.95, 2 * Math.sin((Math.PI * Math.min(9000, pitch * open)) / RATE))
    low += cut * band
    band += cut * (raw - low - 0.9 * band)
    const value = low * level * faded
    track.left[sample] = (track.left[sample] ?? 0) + value * toLeft
    track.right[sample] = (track.right[sample] ?? 0) + value * toRight
  }
}

function levelAt(voice: Voice, time: number, attack: number, held: number): number {
  if (time < attack) return time / attack
  return (
    voice.hold +
    (1 - voice.hold) * Math.exp(-(Math.min(time, held) - attack) / (voice.decay * RATE))
  )
}

/** Corners are rounded off over a sample, so that high notes do not whistle. */
function shape(wave: Wave, phase: number, step: number): number {
  if (wave === 'sine') return Math.sin(phase * Math.PI * 2)
  if (wave === 'triangle') return 1 - 4 * Math.abs(phase - 0.5)
  if (wave === 'saw') return 2 * phase - 1 - corner(phase, step)
  return (phase < 0.5 ? 1 : -1) + corner(phase, step) - corner((phase + 0.5) % 1, step)
}

function corner(phase: number, step: number): number {
  if (phase < step) return 2 * (phase / step) - (phase / step) ** 2 - 1
  if (phase > 1 - step) return ((phase - 1) / step) ** 2 + 2 * ((phase - 1) / step) + 1
  return 0
}
