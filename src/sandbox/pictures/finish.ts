import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { seededRandom } from '#media/random.ts'
import type { Brush } from '#sandbox/pictures/stage.ts'

const TILE = 192
let grain: Canvas | null = null

/** The grain of paper and film, without which wide areas of one colour look empty and show steps. */
function grainTile(): Canvas {
  if (grain !== null) return grain
  const tile = createCanvas(TILE, TILE)
  const brush = tile.getContext('2d')
  const pixels = brush.createImageData(TILE, TILE)
  const random = seededRandom('grain')
  for (let at = 0; at < pixels.data.length; at += 4) {
    const value = 128 + (random() + random() + random() - 1.5) * 120
    pixels.data.fill(value, at, at + 3)
    pixels.data[at + 3] = 255
  }
  brush.putImageData(pixels, 0, 0)
  grain = tile
  return tile
}

/** Grain and darker corners. @param strength of the grain, 0 to 1 */
export function finish(brush: Brush, width: number, height: number, strength: number): void {
  brush.save()
  shade(brush, width, height)
  brush.globalCompositeOperation = 'soft-light'
  brush.globalAlpha = strength
  const pattern = brush.createPattern(grainTile(), 'repeat')
  if (pattern !== null) brush.fillStyle = pattern
  brush.fillRect(0, 0, width, height)
  brush.restore()
}

/** Darker corners. */
export function shade(brush: Brush, width: number, height: number): void {
  const reach = Math.hypot(width, height) / 2
  const corners = brush.createRadialGradient(
    width / 2,
    height / 2,
    reach * 0.55,
    width / 2,
    height / 2,
    reach
  )
  corners.addColorStop(0, '#0a061400')
  corners.addColorStop(1, '#0a061447')
  brush.fillStyle = corners
  brush.fillRect(0, 0, width, height)
}
