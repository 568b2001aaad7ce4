import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { upTo } from '#media/random.ts'
import { TALL } from '#sandbox/headshot/backdrop.ts'
import type { Rgb } from '#sandbox/headshot/face.ts'

/** An oval, in shares of a portrait's width. */
export type Oval = { x: number; y: number; wide: number; tall: number }

/** Pixels of a mask's width: it is soft when it is drawn large. */
const SIDE = 112
/** Colours that differ by no more are taken for the same wall. */
const ALIKE = 27
/** Share of the oval that is face, whatever its colours. */
const FACE = 0.64

/** Pixels of a hair's colour that stand above each other. */
const LOCK = 4

/**
 * The outline of a head: the oval without what goes on in it from its edge in the same colour, which is the wall behind. Opaque
 * where the head is.
 */
export function headMask(portrait: Canvas, head: Oval, skin: Rgb): Canvas {
  const [width, height] = [SIDE, Math.round(SIDE * TALL)]
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  brush.drawImage(portrait, 0, 0, width, height)
  const pixels = brush.getImageData(0, 0, width, height)
  const away = (at: number): number =>
    Math.hypot(
      (((at % width) + 0.5) / SIDE - head.x) / head.wide,
      ((Math.floor(at / width) + 0.5) / SIDE - head.y) / head.tall
    )
  const middle = Math.round(head.y * SIDE) * width + Math.round(head.x * SIDE)
  const hair = hairAbove(pixels.data, width, middle, skin)
  const wall = wallOf(
    pixels.data,
    width,
    away,
    at => hair !== null && apart(colourAt(pixels.data, at), hair) < ALIKE
  )
  const whole = headFrom(
    middle,
    width,
    at => away(at) < 1 && !wall.has(at) && !isChest(at, width, head)
  )
  const isWithin = (at: number): boolean =>
    [at, at - 1, at + 1, at - width, at + width].every(each => whole.has(each))
  for (const at of upTo(width * height)) pixels.data[at * 4 + 3] = isWithin(at) ? 255 : 0
  brush.putImageData(pixels, 0, 0)
  return softened(canvas)
}

/** Below the chin there is only the neck, and then what was worn. */
function isChest(at: number, width: number, { x, y, wide, tall }: Oval): boolean {
  const [aside, down] = [
    Math.abs(((at % width) + 0.5) / SIDE - x) / wide,
    (Math.floor(at / width) / SIDE - y) / tall
  ]
  return down > 0.64 || (down > 0.55 && aside > 0.42)
}

/** Goes in from the edge, from pixel to pixel, as long as the colour stays that of where it came in. Below, there is a neck. */
function wallOf(
  data: Uint8ClampedArray,
  width: number,
  away: (at: number) => number,
  isHair: (at: number) => boolean
): Set<number> {
  const differs = (one: number, other: number): number =>
    apart(colourAt(data, one), colourAt(data, other))
  const isEdge = (at: number): boolean => away(at) >= 0.94 && away(at) < 1.02
  const pixels = upTo(data.length / 4)
  const lowest = Math.max(...pixels.filter(isEdge)) * 0.86
  const open = pixels
    .filter(at => isEdge(at) && at < lowest && !isHair(at))
    .map(at => ({ at, from: at }))
  const wall = new Set(open.map(({ at }) => at))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { at, from } = next
    for (const beside of [at - 1, at + 1, at - width, at + width]) {
      if (wall.has(beside) || isHair(beside) || away(beside) >= 1 || away(beside) < FACE) continue
      if (differs(beside, from) > ALIKE || differs(beside, at) > ALIKE / 3) continue
      wall.add(beside)
      open.push({ at: beside, from })
    }
  }
  return wall
}

function colourAt(data: Uint8ClampedArray, at: number): Rgb {
  return [data[at * 4] ?? 0, data[at * 4 + 1] ?? 0, data[at * 4 + 2] ?? 0]
}

function apart(one: Rgb, other: Rgb): number {
  return Math.max(...one.map((value, channel) => Math.abs(value - (other[channel] ?? 0))))
}

/** The first colour above a face that is not its own; null where there is none. */
function hairAbove(data: Uint8ClampedArray, width: number, middle: number, skin: Rgb): Rgb | null {
  let lock = 0
  for (let at = middle; at >= 0; at -= width) {
    lock = apart(colourAt(data, at), skin) > ALIKE ? lock + 1 : 0
    if (lock === LOCK) return colourAt(data, at)
  }
  return null
}

/** All that hangs together with the middle: what is left of the wall beside it goes. */
function headFrom(middle: number, width: number, isHead: (at: number) => boolean): Set<number> {
  const whole = new Set([middle])
  const open = [middle]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const beside of [at - 1, at + 1, at - width, at + width]) {
      if (whole.has(beside) || !isHead(beside)) continue
      whole.add(beside)
      open.push(beside)
    }
  }
  return whole
}

/** Without stairs at its edge. */
function softened(mask: Canvas): Canvas {
  const small = createCanvas(mask.width / 2, mask.height / 2)
  const brush = small.getContext('2d')
  brush.imageSmoothingQuality = 'high'
  brush.drawImage(mask, 0, 0, small.width, small.height)
  return small
}
