import { createTrack, RATE, type Track } from '#sandbox/music/track.ts'

/** Lengths of the room's echoes in samples; the channels differ a little, which makes it wide. */
const COMBS = [1557, 1617, 1491, 1422, 1277, 1356]
const PASSES = [225, 556, 441]

/** Adds one track to another, at a share of its loudness. */
export function add(into: Track, track: Track, gain: number): void {
  for (const side of ['left', 'right'] as const) {
    const [to, from] = [into[side], track[side]]
    for (let at = 0; at < to.length; at++) to[at] = (to[at] ?? 0) + (from[at] ?? 0) * gain
  }
}

/** What a room gives back of a track: 0 dry to 1 a cathedral. */
export function roomOf(track: Track, size: number): Track {
  const room = createTrack(track.left.length)
  for (const [side, wider] of [
    ['left', 0],
    ['right', 23]
  ] as const) {
    const [from, to] = [track[side], room[side]]
    for (const length of COMBS) comb(from, to, length + wider, 0.68 + size * 0.26)
    for (const length of PASSES) allpass(to, length + wider)
  }
  return room
}

function comb(from: Float32Array, to: Float32Array, length: number, feedback: number): void {
  const line = new Float32Array(length)
  let dull = 0
  for (
    let at = 0, place = 0;
    at < from.length;
    at++, place = place + 1 === length ? 0 : place + 1
  ) {
    const heard = line[place] ?? 0
    dull = heard * 0.7 + dull * 0.3
    line[place] = (from[at] ?? 0) + dull * feedback
    to[at] = (to[at] ?? 0) + heard * 0.16
  }
}

function allpass(track: Float32Array, length: number): void {
  const line = new Float32Array(length)
  for (
    let at = 0, place = 0;
    at < track.length;
    at++, place = place + 1 === length ? 0 : place + 1
  ) {
    const heard = line[place] ?? 0
    const value = track[at] ?? 0
    line[place] = value + heard * 0.5
    track[at] = heard - value * 0.5
  }
}

/** Pushes a track down after each stroke of the bass drum, and lets it rise again. */
export function pump(track: Track, kicks: readonly number[]): void {
  for (const kick of kicks) {
    const start = Math.round(kick * RATE)
    for (let at = start; at < Math.min(track.left.length, start + 0.26 * RATE); at++) {
      const gain = 0.25 + 0.75 * Math.min(1, (at - start) / (0.24 * RATE)) ** 1.5
      track.left[at] = (track.left[at] ?? 0) * gain
      track.right[at] = (track.right[at] ?? 0) * gain
    }
  }
}

/** Takes away what is above a pitch in hertz, and the rumble that nobody hears. */
export function tone(track: Track, top: number): void {
  const soft = 1 - Math.exp((-2 * Math.PI * top) / RATE)
  for (const channel of [track.left, track.right]) {
    let [low, rumble] = [0, 0]
    for (let at = 0; at < channel.length; at++) {
      low += soft * ((channel[at] ?? 0) - low)
      rumble += 0.0035 * (low - rumble)
      channel[at] = low - rumble
    }
  }
}

const LOUDEST = 0.86

/** Brings a track to an even loudness and rounds its peaks off, so that nothing reaches 1. */
export function limit(track: Track, loudness: number): void {
  let squares = 0
  for (let at = 0; at < track.left.length; at++)
    squares += (track.left[at] ?? 0) ** 2 + (track.right[at] ?? 0) ** 2
  const level = Math.sqrt(squares / (2 * track.left.length))
  const gain = level > 0 ? loudness / level : 0
  for (const channel of [track.left, track.right])
    for (let at = 0; at < channel.length; at++)
      channel[at] = LOUDEST * Math.tanh(((channel[at] ?? 0) * gain) / LOUDEST)
}

/** Fades in against a click, and out at the end. Seconds. */
export function fade(track: Track, out: number): void {
  const { length } = track.left
  const [first, last] = [0.004 * RATE, out * RATE]
  for (const channel of [track.left, track.right]) {
    for (let at = 0; at < Math.min(first, length); at++)
      channel[at] = (channel[at] ?? 0) * (at / first)
    for (let at = Math.max(0, Math.floor(length - last)); at < length; at++)
      channel[at] = (channel[at] ?? 0) * ((length - at) / last) ** 1.4
  }
}
