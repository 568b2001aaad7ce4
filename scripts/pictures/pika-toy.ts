import { numbers, type Ink, type Point } from './ink.ts'

export const [LIGHT, MAIN, SHADE, DARK] = ['#ffb699', '#ff8360', '#d4553a', '#43150f'] as const

/** Draws the floor and the shadow on it. All effects use the same floor and the same toy. */
export function floor(ink: Ink, shadow = 24): void {
  ink.ground('#344a78', '#26365c', '#1b2744')
  ink.box(0, 80, 100, 20, '#161f38')
  ink.oval([50, 84], shadow, shadow * 0.22, '#0b1122aa')
}

export const BODY = 'M30 84C30 62 38 54 50 54C62 54 70 62 70 84Q50 90 30 84Z'

export function eyes(ink: Ink, [x, y]: Point, apart = 7): void {
  for (const side of [-1, 1]) {
    ink.oval([x + side * apart, y], 2.6, 3.4, DARK)
    ink.disc([x + side * apart + 0.8, y - 1.2], 0.9, '#fff')
  }
}

export function head(ink: Ink, [x, y]: Point): void {
  ink.disc([x, y], 19, ink.glow([x - 7, y - 8], 30, LIGHT, MAIN, SHADE))
  eyes(ink, [x, y + 1])
  ink.line(`M${x - 4} ${y + 8}q4 3.4 8 0`, DARK, 1.6)
}

export function body(ink: Ink): void {
  ink.area(BODY, ink.fade([30, 54], [70, 84], LIGHT, MAIN, SHADE))
}

export function toy(ink: Ink): void {
  body(ink)
  head(ink, [50, 38])
}

/** Draws the toy flatter and wider, or taller and narrower, standing in its usual place. */
export const pressed = (ink: Ink, wide: number, high: number): void =>
  ink.moved([50, 84], { wide, high }, () => ink.moved([-50, -84], {}, toy))

export const speed = (ink: Ink, paths: readonly string[], width = 2): void => {
  for (const path of paths) ink.line(path, '#ffffffb0', width)
}

/** Draws pieces of the toy, each with its own place and turn. */
export function pieces(
  ink: Ink,
  many: number,
  seed: number,
  place: (chance: () => number) => Point,
  size = 4
): void {
  const chance = numbers(seed)
  for (let index = 0; index < many; index++) {
    const colour = [LIGHT, MAIN, SHADE][index % 3] ?? MAIN
    ink.moved(place(chance), { turn: chance() * 360, wide: 0.5 + chance() * 0.9 }, () =>
      ink.area(`M${-size} ${size * 0.7}L${-size * 0.3} ${-size}L${size} ${size * 0.2}Z`, colour)
    )
  }
}
