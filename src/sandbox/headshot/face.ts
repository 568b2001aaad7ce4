import { createCanvas, type Image } from '@napi-rs/canvas'
import { upTo } from '#media/random.ts'

/** Where a face is taken to be, as shares of a picture's width and height; `tall` is from the chin to the hair. */
export type Face = { x: number; y: number; tall: number; skin: Rgb }

export type Rgb = readonly [red: number, green: number, blue: number]

/** Pixels of the longer side at which skin is looked for. */
const SIDE = 96

/** Where faces are in most pictures of people. */
const USUAL = { x: 0.5, y: 0.4, tall: 0.42 }

type Patch = { left: number; right: number; top: number; bottom: number; area: number }
type Pixels = { data: Uint8ClampedArray; width: number; height: number }

/** Looks for the largest patch in a colour of skin, high and in the middle rather than at an edge; the usual place where there is none. */
export function findFace(image: Image): Face {
  const scale = SIDE / Math.max(image.width, image.height)
  const [width, height] = [
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale))
  ]
  const brush = createCanvas(width, height).getContext('2d')
  brush.drawImage(image, 0, 0, width, height)
  const { data } = brush.getImageData(0, 0, width, height)
  const skin = upTo(width * height).map(at =>
    isSkin(data[at * 4] ?? 0, data[at * 4 + 1] ?? 0, data[at * 4 + 2] ?? 0)
  )
  const [best] = patchesOf(skin, width, height).toSorted(
    (a, b) => worth(b, width, height) - worth(a, width, height)
  )
  const found =
    best !== undefined && best.area >= width * height * 0.015 ? faceIn(best, width, height) : USUAL
  return { ...found, skin: meanAround({ data, width, height }, found) }
}

/** The colour of the middle of a face. */
function meanAround({ data, width, height }: Pixels, { x, y, tall }: Omit<Face, 'skin'>): Rgb {
  const reach = Math.max(1, Math.round((tall * height) / 5))
  const near = (at: number): boolean =>
    Math.abs((at % width) - x * width) <= reach &&
    Math.abs(Math.floor(at / width) - y * height) <= reach
  const inside = upTo(width * height).filter(near)
  const mean = (channel: number): number =>
    Math.round(
      inside.reduce((sum, at) => sum + (data[at * 4 + channel] ?? 0), 0) /
        Math.max(1, inside.length)
    )
  return [mean(0), mean(1), mean(2)]
}

/** By the bounds of chroma that hold for skin of all shades. */
function isSkin(red: number, green: number, blue: number): boolean {
  const blueness = 128 - 0.169 * red - 0.331 * green + 0.5 * blue
  const redness = 128 + 0.5 * red - 0.419 * green - 0.081 * blue
  return redness >= 136 && redness <= 173 && blueness >= 77 && blueness <= 127 && red > 45
}

function patchesOf(skin: boolean[], width: number, height: number): Patch[] {
  const left = [...skin]
  return upTo(width * height).flatMap(at => (left[at] ? [patchFrom(left, at, width, height)] : []))
}

/** Takes a patch out of what is left. */
function patchFrom(left: boolean[], start: number, width: number, height: number): Patch {
  const patch = { left: width, right: 0, top: height, bottom: 0, area: 0 }
  const open = [start]
  left[start] = false
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)]
    Object.assign(patch, {
      left: Math.min(patch.left, x),
      right: Math.max(patch.right, x),
      top: Math.min(patch.top, y),
      bottom: Math.max(patch.bottom, y),
      area: patch.area + 1
    })
    const beside = [
      ...(x > 0 ? [at - 1] : []),
      ...(x < width - 1 ? [at + 1] : []),
      at - width,
      at + width
    ]
    for (const next of beside) {
      if (!left[next]) continue
      left[next] = false
      open.push(next)
    }
  }
  return patch
}

/** A wall in such a colour goes on beyond the picture; a face fills its outline. */
function worth({ left, right, top, bottom, area }: Patch, width: number, height: number): number {
  const aside = Math.abs((left + right) / 2 / width - 0.5)
  const full = area / ((right - left + 1) * (bottom - top + 1))
  const cut = left === 0 || right === width - 1 || top === 0 ? 0.2 : 1
  return area * full ** 2 * cut * (1 - aside) * (1 - 0.6 * (top / height))
}

/** Neck and shoulders have the same colour: a face is no taller than that. */
function faceIn(
  { left, right, top, bottom }: Patch,
  width: number,
  height: number
): Omit<Face, 'skin'> {
  const tall = Math.min(bottom - top + 1, (right - left + 1) * 1.4)
  return {
    x: (left + right + 1) / 2 / width,
    y: (top + tall / 2) / height,
    tall: Math.min(0.9, Math.max(0.12, tall / height))
  }
}
