import { create } from 'qrcode'
import { css, SIDE, type Colour, type Draw, type Ink, type Point } from './ink.ts'
import { between } from './strokes.ts'

type Shape = 'square' | 'dot' | 'round'

/** A short text makes each module large enough to be seen. */
const { data, size } = create('hello', { errorCorrectionLevel: 'Q' }).modules
/** Five pixels per module are enough for a scanner and leave room for the scene. */
const MODULE = 500 / SIDE
const EDGE = 100 - size * MODULE - 8

/**
 * Draws a code that scans over a scene: its modules keep the scene's colours, darker and lighter.
 */
export function coded(dark: Colour, light: Colour, shape: Shape, scene: Draw): Draw {
  return ink => {
    scene(ink)
    const seen = ink.seen()
    ink.mixed(0.5, () =>
      ink.box(EDGE - 4, EDGE - 4, size * MODULE + 8, size * MODULE + 8, css(light), 5)
    )
    for (let at = 0; at < size * size; at++) {
      const [x, y] = [EDGE + (at % size) * MODULE, EDGE + Math.floor(at / size) * MODULE]
      const under = seen(x + MODULE / 2, y + MODULE / 2)
      if (data[at])
        module(ink, [x, y], isEye(at) ? 'square' : shape, css(between(under, dark, 0.84)))
      else module(ink, [x, y], shape, css(between(under, light, 0.62), 0.85))
    }
  }
}

function isEye(at: number): boolean {
  const [column, row] = [at % size, Math.floor(at / size)]
  return (row < 7 && (column < 7 || column >= size - 7)) || (row >= size - 7 && column < 7)
}

function module(ink: Ink, [x, y]: Point, shape: Shape, colour: string): void {
  if (shape === 'dot') ink.disc([x + MODULE / 2, y + MODULE / 2], MODULE * 0.46, colour)
  else ink.box(x, y, MODULE + 0.05, MODULE + 0.05, colour, shape === 'round' ? 1.2 : 0)
}
