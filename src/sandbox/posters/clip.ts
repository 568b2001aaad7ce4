import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { Problem } from '#core/problem.ts'
import { encodeVideo } from '#media/film.ts'
import { encodePicture, readPicture } from '#media/picture.ts'
import { smoothStep } from '#media/random.ts'
import type { Brush } from '#sandbox/posters/art.ts'
import { cameraFrame, parseCameraMove, type CameraMove } from '#sandbox/posters/camera.ts'
import { paintEffect, type EffectName } from '#sandbox/posters/effects.ts'
import { drawImageCover } from '#media/compose.ts'
import { checkSize, composePoster } from '#sandbox/posters/poster.ts'
import { drawDemoMark } from '#sandbox/posters/words.ts'

export type ClipInput = {
  prompt: string
  seed: number | string
  /** Pixels, 16 to 2048. An odd one loses its last row, since H.264 needs even sizes. */
  width: number
  height: number
  /** 0.2 to 30. */
  seconds: number
  /** Frames per second, 1 to 60. */
  fps?: number
  /** Images that the video begins with and ends with. */
  start?: Uint8Array
  end?: Uint8Array
  /** Images that it shows in between. */
  through?: readonly Uint8Array[]
  /** The effect on the first image. */
  effect?: EffectName
  /** The camera's move. Without one, the prompt decides. */
  camera?: CameraMove
  /** Whether the video ends with its first frame. An `end` image takes precedence. */
  loop?: boolean
  /** An MP3 as the sound. */
  sound?: Uint8Array
}

/** An MP4, and its first and last frame as JPEG. */
export type Clip = { clip: Uint8Array; poster: Uint8Array; lastFrame: Uint8Array }

type Shot = Omit<ClipInput, 'fps' | 'sound'>
type Size = { width: number; height: number }

/** Draws one frame. `progress` runs from 0, the first frame, to 1, the last. */
type Motion = (brush: Brush, progress: number) => void

const FPS = 24
/** Share of the time between two images in which one fades into the next. */
const FADE = 0.5

/**
 * Makes a video of a moving poster, or of moving images. The same order gives the same bytes. It
 * takes seconds of CPU time.
 * @throws Problem `bad_request` for a size, length or rate out of range, or an input that is not an
 * image
 */
export async function makeClip({ fps = FPS, sound, ...order }: ClipInput): Promise<Clip> {
  checkClip(order, fps)
  const [width, height] = [order.width & ~1, order.height & ~1]
  const motion = await motionOf({ ...order, width, height })
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  const frames = Math.max(2, Math.round(order.seconds * fps))
  const stills: Uint8Array[] = []
  const frame = (at: number): Uint8Array => {
    brush.save()
    motion(brush, at / (frames - 1))
    brush.restore()
    drawDemoMark(brush, width, height, order.prompt)
    if (at === 0 || at === frames - 1) stills.push(encodePicture(canvas, 'jpeg'))
    return canvas.data()
  }
  const clip = await encodeVideo({ width, height, fps, frames, frame, ...(sound && { sound }) })
  const [poster = new Uint8Array(), lastFrame = poster] = stills
  return { clip, poster, lastFrame }
}

function checkClip({ width, height, seconds }: Shot, fps: number): void {
  checkSize(width, height)
  if (!(seconds >= 0.2 && seconds <= 30))
    throw new Problem('bad_request', { detail: 'a video may last 0.2 to 30 seconds' })
  if (!(Number.isInteger(fps) && fps >= 1 && fps <= 60))
    throw new Problem('bad_request', { detail: 'a video may have 1 to 60 frames a second' })
}

async function motionOf(order: Shot): Promise<Motion> {
  const { width, height, effect, end, through = [], loop = false } = order
  const camera = order.camera ?? parseCameraMove(order.prompt)
  const moving = await firstMotion(order)
  const sheet = createCanvas(width, height)
  const shot: Motion = (brush, progress) => {
    moving(sheet.getContext('2d'), progress)
    if (effect !== undefined) return paintEffect(brush, sheet, effect, progress)
    brush.save()
    const place = cameraFrame(brush, camera, { width, height, progress })
    brush.drawImage(sheet, place.x, place.y, place.width, place.height)
    brush.restore()
  }
  const images = [...through, ...(end === undefined ? [] : [end])]
  const shown = await Promise.all(images.map(image => stillOf(image, order)))
  const stops = shown.map(motion => sheetOf(order, motion))
  if (end === undefined && loop) stops.push(sheetOf(order, shot))
  const share = 1 / stops.length
  return stops.reduce<Motion>((before, stop, at) => {
    const last = at === stops.length - 1 ? 0.98 : (at + 0.96) * share
    return fading(before, stop, [last - FADE * share, last])
  }, shot)
}

/** Returns the start of the video: its start image, or a poster whose art moves. */
async function firstMotion({ start, ...order }: Shot): Promise<Motion> {
  return start === undefined ? composePoster(order).paint : stillOf(start, order)
}

async function stillOf(bytes: Uint8Array, { width, height }: Size): Promise<Motion> {
  const image = await readPicture(bytes)
  return brush => drawImageCover(brush, image, { x: 0, y: 0, width, height })
}

/** Draws the first moment of a motion onto a sheet of its own. */
function sheetOf({ width, height }: Size, motion: Motion): Canvas {
  const sheet = createCanvas(width, height)
  motion(sheet.getContext('2d'), 0)
  return sheet
}

/** Fades from a motion into an image, between two moments. */
function fading(before: Motion, image: Canvas, [from, to]: readonly [number, number]): Motion {
  return (brush, progress) => {
    const shown = smoothStep(from, to, progress)
    if (shown < 1) before(brush, progress)
    brush.globalAlpha = shown
    if (shown > 0) brush.drawImage(image, 0, 0)
    brush.globalAlpha = 1
  }
}
