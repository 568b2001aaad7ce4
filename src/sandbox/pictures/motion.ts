import { createCanvas, type Canvas, type Image } from '@napi-rs/canvas'
import { mix, smooth, upTo } from '#media/random.ts'
import { cover } from '#sandbox/pictures/edit.ts'
import type { Brush, Layer, Stage } from '#sandbox/pictures/stage.ts'
import { glow } from '#sandbox/pictures/strokes.ts'
import { layersOf } from '#sandbox/scenes/scenes.ts'
import { weather } from '#sandbox/scenes/weather.ts'

/** Paints one moment. @param progress 0 at the first frame, 1 at the last */
export type Motion = (brush: Brush, progress: number, seconds: number) => void

/** A scene through a camera that goes in and to the side: what is near moves more. */
export function sceneMotion(stage: Stage): Motion {
  const sheets = layersOf(stage).map(layer => ({
    layer,
    sheet: layer.moves === true ? null : sheetOf(stage, layer)
  }))
  const side = stage.random('camera')() < 0.5 ? 1 : -1
  return (brush, progress, seconds) => {
    const eased = mix(progress, smooth(0, 1, progress), 0.6)
    for (const { layer, sheet } of sheets) {
      const near = 0.15 + layer.depth
      const zoom = 1 + 0.1 * near * eased
      brush.save()
      brush.translate(stage.width / 2, stage.height / 2)
      brush.scale(zoom, zoom)
      brush.translate(
        -stage.width / 2 - side * stage.width * 0.055 * near * eased,
        -stage.height / 2
      )
      if (sheet === null) layer.paint(brush, seconds)
      else
        brush.drawImage(sheet, stage.left + (layer.drift ?? 0) * seconds * stage.width, stage.top)
      brush.restore()
    }
  }
}

function sheetOf(stage: Stage, layer: Layer): Canvas {
  const sheet = createCanvas(stage.right - stage.left, stage.bottom - stage.top)
  const brush = sheet.getContext('2d')
  brush.translate(-stage.left, -stage.top)
  layer.paint(brush, 0)
  return sheet
}

const STRIP = 4

/** A still picture as if its lower part were nearer: row by row the camera's way takes it further, while light wanders over it. */
export function pictureMotion(stage: Stage, image: Image): Motion {
  const { width, height, unit, palette } = stage
  const sheet = createCanvas(width, height)
  cover(sheet.getContext('2d'), image, 0, 0, width, height)
  const before = weather(stage, height * 0.6)
  const side = stage.random('camera')() < 0.5 ? 1 : -1
  return (brush, progress, seconds) => {
    const eased = smooth(0, 1, progress)
    const lift = 0.07 * eased
    for (const at of upTo(Math.ceil(height / STRIP))) {
      const y = at * STRIP
      const near = y / height
      const zoom = 1 + lift + 0.08 * eased * near
      const wide = width / zoom
      const shift =
        side * width * 0.05 * eased * (near - 0.5) * 0.5 +
        Math.sin(seconds * 1.4 + near * 9) * width * 0.0016 * Math.min(1, progress * 6)
      const from = height / 2 + (y - height / 2) / (1 + lift)
      brush.drawImage(
        sheet,
        (width - wide) / 2 + shift,
        from,
        wide,
        STRIP / (1 + lift),
        0,
        y,
        width,
        STRIP + 0.5
      )
    }
    const shown = Math.min(1, progress * 5)
    glow(
      brush,
      width * (0.15 + 0.7 * progress),
      height * 0.3,
      unit * 0.6,
      palette.light,
      0.3 * shown
    )
    brush.globalAlpha = shown
    for (const layer of before) layer.paint(brush, seconds)
    brush.globalAlpha = 1
  }
}

/**
 * One motion that turns into a picture, and is it wholly in the last frame.
 * @param turn between which shares of the time it does
 */
export function endingIn(
  motion: Motion,
  stage: Stage,
  image: Image | Canvas,
  turn: readonly [number, number] = [0.45, 0.96]
): Motion {
  const [from, to] = turn
  return (brush, progress, seconds) => {
    motion(brush, progress, seconds)
    const shown = smooth(from, to, progress)
    if (shown === 0) return
    const wide = 1 + 0.12 * (1 - smooth(from - 0.15, Math.min(1, to + 0.04), progress))
    brush.globalAlpha = shown
    cover(
      brush,
      image,
      (stage.width * (1 - wide)) / 2,
      (stage.height * (1 - wide)) / 2,
      stage.width * wide,
      stage.height * wide
    )
    brush.globalAlpha = 1
  }
}
