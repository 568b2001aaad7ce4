import type { SKRSContext2D } from '@napi-rs/canvas'
import { seededRandom, type Random } from '#media/random.ts'
import { readPicturePrompt, type Reading } from '#sandbox/pictures/reading.ts'

export type Brush = SKRSContext2D

/** One sheet of a scene. Painting it twice gives the same, so that a still and the frames of a clip agree. */
export type Layer = {
  /** How much the camera's way moves it: 0 stands still at the back, 1 is nearest. */
  depth: number
  /** Its own way to the side, in widths a second. */
  drift?: number
  /** Does it change with time by itself? Then it is painted for every frame, else once. */
  moves?: boolean
  paint: (brush: Brush, seconds: number) => void
}

/** What a scene is painted for. Lengths are pixels. */
export type Stage = Reading & {
  width: number
  height: number
  /** The shorter side: what sizes of things are fractions of. */
  unit: number
  /** Sheets reach so far beyond every edge that a moving camera never sees their ends. */
  left: number
  right: number
  top: number
  bottom: number
  /** Chance of its own for each part of a picture. */
  random: (part: string) => Random
}

export type Scene = (stage: Stage) => Layer[]

export type StageOptions = {
  prompt: string
  seed: number | string
  width: number
  height: number
  variant?: number
}

/** Share of a side that sheets reach beyond it. */
const OVERSCAN = 0.1

export function createStage({ prompt, seed, width, height, variant = 0 }: StageOptions): Stage {
  const beyondX = Math.ceil(width * OVERSCAN)
  const beyondY = Math.ceil(height * OVERSCAN)
  return {
    ...readPicturePrompt(prompt),
    width,
    height,
    unit: Math.min(width, height),
    left: -beyondX,
    right: width + beyondX,
    top: -beyondY,
    bottom: height + beyondY,
    random: part => seededRandom(`${part}\n${variant}\n${seed}\n${prompt}`)
  }
}
