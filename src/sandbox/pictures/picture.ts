import { createCanvas } from '@napi-rs/canvas'
import { Problem } from '#core/problem.ts'
import { encodePicture, type PictureFormat } from '#media/picture.ts'
import { paintEdit } from '#sandbox/pictures/edit.ts'
import { finish } from '#sandbox/pictures/finish.ts'
import { watermark } from '#sandbox/pictures/letters.ts'
import { createStage, type Brush, type Stage } from '#sandbox/pictures/stage.ts'
import { layersOf } from '#sandbox/scenes/scenes.ts'

export type PictureOrder = {
  prompt: string
  seed: number | string
  /** Pixels, 16 to 2048. */
  width: number
  height: number
  format: PictureFormat
  /** Pictures to edit: the first is the ground, others are laid into it. */
  inputs?: readonly Uint8Array[]
  /** Which of several for the same prompt and seed. */
  variant?: number
}

const LARGEST = 2048
const SMALLEST = 16

/**
 * Paints a picture of what the prompt's words say: the same order gives the same bytes.
 * @returns the file in the format asked for
 * @throws Problem `bad_request` for a size out of range or an input that is no picture
 */
export async function makePicture(order: PictureOrder): Promise<Uint8Array> {
  checkSize(order.width, order.height)
  const canvas = createCanvas(order.width, order.height)
  const brush = canvas.getContext('2d')
  const stage = createStage(order)
  if (order.inputs === undefined || order.inputs.length === 0) paintStill(brush, stage)
  else await paintEdit(brush, stage, order.inputs)
  finish(brush, order.width, order.height, 0.3)
  watermark(brush, order.width, order.height)
  return encodePicture(canvas, order.format)
}

/** All sheets of a scene as the camera first sees them. */
export function paintStill(brush: Brush, stage: Stage): void {
  for (const layer of layersOf(stage)) {
    brush.save()
    layer.paint(brush, 0)
    brush.restore()
  }
}

/** @throws Problem `bad_request` */
export function checkSize(width: number, height: number): void {
  const fits = (side: number): boolean =>
    Number.isInteger(side) && side >= SMALLEST && side <= LARGEST
  if (!fits(width) || !fits(height))
    throw new Problem('bad_request', { detail: `a side is from ${SMALLEST} to ${LARGEST} pixels` })
}
