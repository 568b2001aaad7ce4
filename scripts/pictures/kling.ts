import type { Draw, Ink, Point } from './ink.ts'

const ARROW = '#ff8f66'
const FRAME = '#e9edf7'

/** Draws the ground that the camera films, as a grid in perspective. */
function place(ink: Ink): void {
  ink.ground('#2a3350', '#161b2c')
  for (let at = 0; at <= 6; at++) {
    ink.line(`M${50 + (at - 3) * 9} 34L${50 + (at - 3) * 32} 101`, '#ffffff1f', 0.8)
    const y = 34 + 67 * (at / 6) ** 2
    ink.line(`M0 ${y}H100`, '#ffffff1f', 0.8)
  }
  ink.box(0, 33, 100, 1, '#ffffff33')
}

/** Draws a film camera whose lens points to the top of the picture. */
function camera(ink: Ink, [x, y]: Point, size: number, turn: number): void {
  ink.moved([x, y], { turn, wide: size / 20 }, () => {
    ink.area('M-6 -9L-9 -16H9L6 -9Z', '#9fb0d6')
    ink.box(-8, -10, 16, 20, FRAME, 3)
    ink.disc([-3.5, 0], 3, '#5c6b94')
    ink.disc([3.5, 4], 2.2, '#5c6b94')
  })
}

/**
 * Draws an arrow along a path.
 * @param turn direction of its tip in degrees
 */
function arrow(ink: Ink, path: string, [x, y]: Point, turn: number, size = 1): void {
  ink.line(path, ARROW, 4 * size)
  ink.moved([x, y], { turn, wide: size }, () => ink.area('M7 0L-4 -7L-1.5 0L-4 7Z', ARROW))
}

/** Draws the filmed object; its size shows the distance of the camera. */
function subject(ink: Ink, [x, y]: Point, size: number): void {
  ink.oval([x, y + 1], size * 0.7, size * 0.2, '#00000055')
  ink.area(`M${x} ${y - size * 1.7}L${x + size * 0.75} ${y}H${x - size * 0.75}Z`, '#6fd3c7')
  ink.area(`M${x} ${y - size * 1.7}L${x + size * 0.75} ${y}H${x + size * 0.05}Z`, '#3f9d97')
}

export const CAMERA = {
  simple: ink => {
    ink.ground('#2a3350', '#161b2c')
    ink.line('M26 30h48v40H26z', FRAME, 2.6)
    ink.area('M28 68L42 46L52 60L60 50L72 68Z', '#6fd3c7')
    ink.disc([62, 40], 4, '#ffd27a')
    arrow(ink, 'M20 50H12', [10, 50], 180, 0.8)
    arrow(ink, 'M80 50H88', [90, 50], 0, 0.8)
    arrow(ink, 'M50 24V16', [50, 14], -90, 0.8)
    arrow(ink, 'M50 76V84', [50, 86], 90, 0.8)
  },
  down_back: ink => {
    place(ink)
    subject(ink, [50, 44], 7)
    ink.mixed(0.35, () => camera(ink, [50, 56], 13, 0))
    camera(ink, [50, 84], 22, 0)
    arrow(ink, 'M76 44C84 54 84 66 80 78', [79, 82], 108)
  },
  forward_up: ink => {
    place(ink)
    subject(ink, [50, 50], 8)
    ink.mixed(0.35, () => camera(ink, [50, 86], 22, 0))
    camera(ink, [50, 24], 13, 0)
    arrow(ink, 'M72 88C82 74 84 52 74 30', [72, 25], -112)
  },
  left_turn_forward: ink => {
    place(ink)
    subject(ink, [26, 46], 7)
    camera(ink, [60, 84], 20, -30)
    arrow(ink, 'M60 64C60 50 50 44 38 42', [34, 41], -170)
  },
  right_turn_forward: ink => {
    place(ink)
    subject(ink, [74, 46], 7)
    camera(ink, [40, 84], 20, 30)
    arrow(ink, 'M40 64C40 50 50 44 62 42', [66, 41], -10)
  }
} as const satisfies Record<string, Draw>
