import { smoothStep } from '#media/random.ts'
import type { Box, Brush } from '#sandbox/posters/art.ts'

/**
 * The movement of a camera during a video. `x` and `y` are shares of the image, `zoom` is the
 * change of its size, `roll` is in degrees.
 */
export type CameraMove = { x: number; y: number; zoom: number; roll: number }

const STILL: CameraMove = { x: 0, y: 0, zoom: 0, roll: 0 }

/** Camera instructions in prompts, as video models understand them: English in every language. */
const INSTRUCTIONS: readonly (readonly [RegExp, Partial<CameraMove>])[] = [
  [/\b(?:zoom|push|dolly|move)(?:s|ing)? in\b|\bclose-?up\b/i, { zoom: 0.3 }],
  [/\b(?:zoom|pull|dolly|move)(?:s|ing)? out\b|\bpull back\b/i, { zoom: -0.3 }],
  [/\b(?:pan|truck|track)(?:s|ning|king|ing)? left\b/i, { x: -0.14 }],
  [/\b(?:pan|truck|track)(?:s|ning|king|ing)? right\b/i, { x: 0.14 }],
  [/\b(?:tilt|pedestal|crane)(?:s|ing)? up\b/i, { y: -0.14 }],
  [/\b(?:tilt|pedestal|crane)(?:s|ing)? down\b/i, { y: 0.14 }],
  [/\b(?:roll|rotate|spin)(?:s|ing)?\b/i, { roll: 12 }],
  [/\bstatic (?:shot|camera)\b/i, {}]
]

/** The movement of a video whose prompt names none. */
const USUAL: CameraMove = { ...STILL, zoom: 0.08 }

/** Returns the camera that the instructions in a prompt describe. */
export function parseCameraMove(prompt: string): CameraMove {
  const found = INSTRUCTIONS.filter(([words]) => words.test(prompt))
  return found.length === 0 ? USUAL : Object.assign({ ...STILL }, ...found.map(([, move]) => move))
}

/**
 * Returns the rectangle in which an image is drawn, so that no frame shows its edges.
 * @param progress from 0, the first frame, to 1, the last
 */
export function cameraFrame(
  brush: Brush,
  { x, y, zoom, roll }: CameraMove,
  { width, height, progress }: { width: number; height: number; progress: number }
): Box {
  const at = smoothStep(0, 1, progress)
  // Moving out starts near and ends at the whole image.
  const size = zoom < 0 ? 1 - zoom * (1 - at) : 1 + zoom * at
  const turn = (Math.abs(roll) * Math.PI) / 180
  const room = (2 * Math.max(Math.abs(x), Math.abs(y)) + 1.2 * turn) * at
  const scale = size + room
  const [wide, tall] = [width * scale, height * scale]
  brush.translate(width / 2, height / 2)
  brush.rotate(((roll * Math.PI) / 180) * at)
  return {
    x: -wide / 2 - x * width * at,
    y: -tall / 2 - y * height * at,
    width: wide,
    height: tall
  }
}
