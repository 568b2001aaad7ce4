import { createCanvas } from '@napi-rs/canvas'
import { Problem } from '#core/problem.ts'
import { readPicture } from '#providers/sandbox-media/edit.ts'
import { encodeFilm } from '#providers/sandbox-media/film.ts'
import { finish } from '#providers/sandbox-media/finish.ts'
import { watermark } from '#providers/sandbox-media/letters.ts'
import { endingIn, pictureMotion, sceneMotion, type Motion } from '#providers/sandbox-media/motion.ts'
import { checkSize, encodePicture } from '#providers/sandbox-media/picture.ts'
import { createStage, type Stage } from '#providers/sandbox-media/stage.ts'

export type ClipOrder = {
  prompt: string
  seed: number | string
  /** Pixels, 16 to 2048; an odd one loses its last row, as H.264 wants even sizes. */
  width: number
  height: number
  /** 0.2 to 30. */
  seconds: number
  /** Frames a second, 1 to 60; 24 unless told. */
  fps?: number
  /** Pictures that the clip begins with and ends in. */
  start?: Uint8Array
  end?: Uint8Array
  /** An MP3 that is heard with it; silent when not given. */
  sound?: Uint8Array
}

/** An MP4, and its first and its last frame as JPEG. */
export type Clip = { clip: Uint8Array; poster: Uint8Array; lastFrame: Uint8Array }

/**
 * Films what the prompt's words say: the same order gives the same bytes. Takes seconds of a processor.
 * @throws Problem `bad_request` for a size, length or rate out of range, or an input that is no picture
 */
export async function makeClip({ fps = 24, ...order }: ClipOrder): Promise<Clip> {
  checkSize(order.width, order.height)
  if (!(order.seconds >= 0.2 && order.seconds <= 30)) throw new Problem('bad_request', { detail: 'a clip lasts from 0.2 to 30 seconds' })
  if (!(Number.isInteger(fps) && fps >= 1 && fps <= 60))
    throw new Problem('bad_request', { detail: 'a clip has from 1 to 60 frames a second' })
  const [width, height] = [order.width & ~1, order.height & ~1]
  const stage = createStage({ ...order, width, height })
  const motion = await motionOf(stage, order)
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  const frames = Math.max(2, Math.round(order.seconds * fps))
  const pictures: Uint8Array[] = []
  const frame = (at: number): Uint8Array => {
    motion(brush, at / (frames - 1), at / fps)
    if (order.start === undefined && order.end === undefined) finish(brush, width, height, 0.1)
    watermark(brush, width, height)
    if (at === 0 || at === frames - 1) pictures.push(encodePicture(canvas, 'jpeg'))
    return canvas.data()
  }
  const clip = await encodeFilm({ width, height, fps, frames, frame, ...(order.sound !== undefined && { sound: order.sound }) })
  const [poster = new Uint8Array(), lastFrame = poster] = pictures
  return { clip, poster, lastFrame }
}

async function motionOf(stage: Stage, { start, end }: Pick<ClipOrder, 'start' | 'end'>): Promise<Motion> {
  const begun = start === undefined ? sceneMotion(stage) : pictureMotion(stage, await readPicture(start))
  return end === undefined ? begun : endingIn(begun, stage, await readPicture(end))
}
