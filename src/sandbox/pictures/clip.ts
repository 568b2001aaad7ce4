import { createCanvas, type Canvas, type Image } from '@napi-rs/canvas'
import { Problem } from '#core/problem.ts'
import { encodeFilm } from '#media/film.ts'
import { encodePicture, readPicture } from '#media/picture.ts'
import { effectMotion, type EffectName } from '#sandbox/pictures/effects.ts'
import { finish } from '#sandbox/pictures/finish.ts'
import { watermark } from '#sandbox/pictures/letters.ts'
import { endingIn, pictureMotion, sceneMotion, type Motion } from '#sandbox/pictures/motion.ts'
import { checkSize } from '#sandbox/pictures/picture.ts'
import { createStage, type Stage } from '#sandbox/pictures/stage.ts'

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
  /** Pictures that it comes by on its way, from one to the next. */
  through?: readonly Uint8Array[]
  /** What happens to what it begins with. */
  effect?: EffectName
  /** Does it end as it begins, so that it can be played round and round? A picture to end in comes first. */
  loop?: boolean
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
  if (!(order.seconds >= 0.2 && order.seconds <= 30))
    throw new Problem('bad_request', { detail: 'a clip lasts from 0.2 to 30 seconds' })
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
  const clip = await encodeFilm({
    width,
    height,
    fps,
    frames,
    frame,
    ...(order.sound !== undefined && { sound: order.sound })
  })
  const [poster = new Uint8Array(), lastFrame = poster] = pictures
  return { clip, poster, lastFrame }
}

type Course = Pick<ClipOrder, 'start' | 'end' | 'through' | 'effect' | 'loop'>

async function motionOf(
  stage: Stage,
  { start, end, through = [], effect, loop = false }: Course
): Promise<Motion> {
  const still =
    start === undefined ? sceneMotion(stage) : pictureMotion(stage, await readPicture(start))
  const begun = effect === undefined ? still : effectMotion(stage, effect, firstOf(still, stage))
  const given = await Promise.all(
    [...through, ...(end === undefined ? [] : [end])].map(readPicture)
  )
  const stops: (Image | Canvas)[] =
    end === undefined && loop ? [...given, firstOf(begun, stage)] : given
  const share = 1 / stops.length
  return stops.reduce<Motion>((motion, stop, at) => {
    const to = (at + 0.96) * share
    return endingIn(motion, stage, stop, [to - 0.51 * share, to])
  }, begun)
}

function firstOf(motion: Motion, { width, height }: Stage): Canvas {
  const canvas = createCanvas(width, height)
  motion(canvas.getContext('2d'), 0, 0)
  return canvas
}
