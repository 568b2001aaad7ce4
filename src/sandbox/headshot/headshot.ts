import { createCanvas, type Canvas, type Image } from '@napi-rs/canvas'
import { encodePicture, readPicture } from '#media/picture.ts'
import { seededRandom } from '#media/random.ts'
import { paintBackdrop, TALL } from '#sandbox/headshot/backdrop.ts'
import { headMask, type Oval } from '#sandbox/headshot/cutout.ts'
import { findFace, type Face, type Rgb } from '#sandbox/headshot/face.ts'
import { paintGarment } from '#sandbox/headshot/garment.ts'
import { LOOKS, type Look, type Template } from '#sandbox/headshot/templates.ts'
import { finish } from '#sandbox/pictures/finish.ts'
import { watermark } from '#sandbox/pictures/letters.ts'
import type { Brush } from '#sandbox/pictures/stage.ts'
import { glow } from '#sandbox/pictures/strokes.ts'
import { css, lighter, type Tone } from '#sandbox/pictures/tone.ts'

export type HeadshotOrder = {
  template: Template
  /** A photograph of a person. */
  photo: Uint8Array
  seed: number | string
  /** Which of several: each has its own light and backdrop. */
  variant: number
}

const WIDTH = 896
const HEIGHT = WIDTH * TALL

/** Where the head is, as shares of the width: what is seen of the photograph. */
const HEAD: Oval = { x: 0.5, y: 0.53, wide: 0.27, tall: 0.34 }
/** From the chin to the hair. */
const FACE = 0.52

/**
 * A portrait made of a photograph: the head is the person's own, clothes, light and what is behind them are the template's.
 * @returns a JPEG of 896 by 1120 pixels
 * @throws Problem `bad_request` for what is no picture
 */
export async function makeHeadshot({
  template,
  photo,
  seed,
  variant
}: HeadshotOrder): Promise<Uint8Array> {
  const image = await readPicture(photo)
  const look = LOOKS[template]
  const random = seededRandom(`${template} ${seed} ${variant}`)
  const canvas = createCanvas(WIDTH, HEIGHT)
  const brush = canvas.getContext('2d')
  brush.save()
  brush.scale(WIDTH, WIDTH)
  paintBackdrop(brush, look, random)
  if (look.hair !== undefined) paintHair(brush, look.hair)
  const face = findFace(image)
  paintNeck(brush, face.skin)
  brush.restore()
  brush.drawImage(headOf(image, face, look, variant), 0, 0)
  brush.save()
  brush.scale(WIDTH, WIDTH)
  paintGarment(brush, look.garment, random)
  glow(brush, variant % 2 === 0 ? 0.14 : 0.86, 0.2, 0.7, look.light, 0.22)
  brush.restore()
  finish(brush, WIDTH, HEIGHT, 0.16)
  watermark(brush, WIDTH, HEIGHT)
  return encodePicture(canvas, 'jpeg')
}

/** The photograph with the template's light on it, inside the outline of the head. */
function headOf(image: Image, face: Face, { light, tones }: Look, variant: number): Canvas {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const brush = canvas.getContext('2d')
  const { x, y, scale } = placeOf(image, face, variant)
  brush.imageSmoothingQuality = 'high'
  brush.drawImage(image, x, y, image.width * scale, image.height * scale)
  const mask = headMask(canvas, HEAD, face.skin)
  brush.globalCompositeOperation = 'soft-light'
  const gradient = brush.createLinearGradient(
    variant % 2 === 0 ? 0 : WIDTH,
    0,
    variant % 2 === 0 ? WIDTH : 0,
    HEIGHT * 0.6
  )
  gradient.addColorStop(0, css(light, 0.5))
  gradient.addColorStop(1, css(lighter(tones[1], -0.1), 0.4))
  brush.fillStyle = gradient
  brush.fillRect(0, 0, WIDTH, HEIGHT)
  brush.globalCompositeOperation = 'destination-in'
  brush.drawImage(mask, 0, 0, WIDTH, HEIGHT)
  return canvas
}

/** Where the photograph lies, in pixels: its face on the head's place, and no edge of it to be seen. */
function placeOf(
  image: Image,
  face: Face,
  variant: number
): { x: number; y: number; scale: number } {
  const [wide, tall] = [HEAD.wide * 2 * WIDTH, HEAD.tall * 2 * WIDTH]
  const closer = variant % 2 === 0 ? 1 : 1.08
  const wanted = (FACE * WIDTH * closer) / (face.tall * image.height)
  const scale = Math.max(wanted, wide / image.width, tall / image.height)
  const [left, top] = [(HEAD.x - HEAD.wide) * WIDTH, (HEAD.y - HEAD.tall) * WIDTH]
  const clamp = (at: number, low: number, high: number): number => Math.min(high, Math.max(low, at))
  return {
    x: clamp(
      HEAD.x * WIDTH - face.x * image.width * scale,
      left + wide - image.width * scale,
      left
    ),
    y: clamp(
      HEAD.y * WIDTH - face.y * image.height * scale,
      top + tall - image.height * scale,
      top
    ),
    scale
  }
}

/** In the colour of the face: what a collar leaves free. */
function paintNeck(brush: Brush, [red, green, blue]: Rgb): void {
  const shade = (share: number): string =>
    `rgb(${[red, green, blue].map(value => Math.round(value * share)).join(',')})`
  const gradient = brush.createLinearGradient(0, 0.66, 0, 1)
  gradient.addColorStop(0, shade(0.7))
  gradient.addColorStop(0.5, shade(0.9))
  gradient.addColorStop(1, shade(1))
  brush.fillStyle = gradient
  brush.beginPath()
  brush.roundRect(0.395, 0.6, 0.21, 0.5, 0.05)
  brush.fill()
}

/** A bob: it ends at the chin. */
function paintHair(brush: Brush, tone: Tone): void {
  brush.beginPath()
  brush.moveTo(0.215, 0.88)
  brush.bezierCurveTo(0.18, 0.34, 0.25, 0.15, 0.5, 0.15)
  brush.bezierCurveTo(0.75, 0.15, 0.82, 0.34, 0.785, 0.88)
  brush.bezierCurveTo(0.7, 0.92, 0.3, 0.92, 0.215, 0.88)
  const gradient = brush.createLinearGradient(0.2, 0.1, 0.7, 0.8)
  gradient.addColorStop(0, css(lighter(tone, 0.12)))
  gradient.addColorStop(1, css(tone))
  brush.fillStyle = gradient
  brush.fill()
}
