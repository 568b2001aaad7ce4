import { numbers, type Ink, type Paint, type Point } from './ink.ts'

// Elements that several pictures share.

/** Draws mountains with sharp tops. */
export function ridge(
  ink: Ink,
  base: number,
  height: number,
  paint: Paint,
  seed: number,
  tops = 5
): void {
  const next = numbers(seed)
  const step = 100 / (tops * 2)
  const points = Array.from({ length: tops * 2 + 1 }, (_, index) => {
    const up = index % 2 === 1 ? height * (0.6 + next() * 0.4) : height * next() * 0.3
    return `${index * step + (next() - 0.5) * step * 0.6} ${base - up}`
  })
  ink.area(`M-5 100L-5 ${base}L${points.join('L')}L105 ${base}L105 100Z`, paint)
}

/** Draws round hills. */
export function hills(ink: Ink, base: number, height: number, paint: Paint, seed: number): void {
  const next = numbers(seed)
  const [a, b, c] = [next(), next(), next()]
  const path = `M-2 101L-2 ${base - height * a}C22 ${base - height * (0.4 + b)} 38 ${base + height * 0.4} 56 ${base - height * 0.3 * b}S84 ${base - height * (0.7 + c * 0.5)} 102 ${base - height * c}L102 101Z`
  ink.area(path, paint)
}

export function stars(ink: Ink, many: number, seed: number, paint = '#fff', below = 100): void {
  const next = numbers(seed)
  for (let index = 0; index < many; index++) {
    const at: Point = [next() * 100, next() * below]
    ink.mixed(0.35 + next() * 0.65, () => ink.disc(at, 0.35 + next() ** 3 * 1.1, paint))
  }
}

export function cloud(ink: Ink, [x, y]: Point, size: number, paint: Paint): void {
  ink.area(
    `M${x - size} ${y}a${size * 0.34} ${size * 0.34} 0 0 1 ${size * 0.3} ${-size * 0.4}a${size * 0.5} ${size * 0.5} 0 0 1 ${size * 0.95} ${-size * 0.12}a${size * 0.36} ${size * 0.36} 0 0 1 ${size * 0.55} ${size * 0.52}z`,
    paint
  )
}

export function pine(ink: Ink, [x, y]: Point, size: number, paint: Paint): void {
  const tier = (top: number, half: number, foot: number): string =>
    `M${x} ${y - size * top}L${x + size * half} ${y - size * foot}L${x - size * half} ${y - size * foot}Z`
  ink.area(
    `${tier(1, 0.2, 0.6)}${tier(0.78, 0.28, 0.34)}${tier(0.56, 0.34, 0.06)}M${x - size * 0.04} ${y - size * 0.1}h${size * 0.08}v${size * 0.1}h${-size * 0.08}Z`,
    paint
  )
}

export function tree(ink: Ink, [x, y]: Point, size: number, crown: Paint, trunk: Paint): void {
  ink.area(
    `M${x - size * 0.06} ${y}L${x - size * 0.03} ${y - size * 0.5}h${size * 0.06}L${x + size * 0.06} ${y}Z`,
    trunk
  )
  ink.disc([x - size * 0.18, y - size * 0.55], size * 0.22, crown)
  ink.disc([x + size * 0.18, y - size * 0.55], size * 0.22, crown)
  ink.disc([x, y - size * 0.74], size * 0.27, crown)
}

export function house(
  ink: Ink,
  [x, y]: Point,
  size: number,
  wall: Paint,
  roof: Paint,
  window: Paint
): void {
  ink.box(x - size * 0.5, y - size * 0.55, size, size * 0.55, wall)
  ink.area(
    `M${x - size * 0.66} ${y - size * 0.5}L${x} ${y - size * 1.05}L${x + size * 0.66} ${y - size * 0.5}Z`,
    roof
  )
  ink.box(x - size * 0.14, y - size * 0.4, size * 0.28, size * 0.4, window, size * 0.03)
}

export function skyline(
  ink: Ink,
  base: number,
  paint: Paint,
  lit: string | null,
  seed: number,
  height = 50
): void {
  const next = numbers(seed)
  for (let x = -2; x < 100;) {
    const wide = 7 + next() * 9
    const top = base - height * (0.35 + next() * 0.65)
    ink.box(x, top, wide, 101 - top, paint)
    if (lit !== null) {
      for (let row = top + 3; row < base - 3; row += 4.5) {
        for (let column = x + 1.8; column < x + wide - 2; column += 3.4) {
          if (next() > 0.5) ink.box(column, row, 1.7, 2.2, lit)
        }
      }
    }
    x += wide + next() * 1.5
  }
}

export function waves(
  ink: Ink,
  top: number,
  paint: Paint,
  many: number,
  seed = 1,
  width = 0.9
): void {
  const next = numbers(seed)
  for (let index = 0; index < many; index++) {
    const y = top + (index + 0.5) * ((100 - top) / many)
    const long = 4 + ((y - top) / (100 - top)) * 14
    const x = next() * (100 - long)
    ink.line(`M${x} ${y}q${long / 4} ${-long / 8} ${long / 2} 0t${long / 2} 0`, paint, width)
  }
}

export function rays(ink: Ink, [x, y]: Point, many: number, paint: Paint, reach = 120): void {
  for (let index = 0; index < many; index += 1) {
    const [a, b] = [(index * 2 * Math.PI) / many, ((index + 0.5) * 2 * Math.PI) / many]
    ink.area(
      `M${x} ${y}L${x + Math.cos(a) * reach} ${y + Math.sin(a) * reach}L${x + Math.cos(b) * reach} ${y + Math.sin(b) * reach}Z`,
      paint
    )
  }
}

/** Calls `put` at scattered places, for lights out of focus and the like. */
export function scattered(
  many: number,
  seed: number,
  put: (at: Point, chance: () => number) => void
): void {
  const next = numbers(seed)
  for (let index = 0; index < many; index++) put([next() * 100, next() * 100], next)
}

export function bokeh(
  ink: Ink,
  many: number,
  seed: number,
  colours: readonly string[],
  size = 9
): void {
  scattered(many, seed, (at, chance) => {
    const colour = colours[Math.floor(chance() * colours.length)] ?? '#fff'
    ink.mixed(0.2 + chance() * 0.4, () => ink.disc(at, size * (0.35 + chance() * 0.65), colour))
  })
}

export function flower(
  ink: Ink,
  [x, y]: Point,
  size: number,
  petal: Paint,
  heart: Paint,
  petals = 5
): void {
  for (let index = 0; index < petals; index++) {
    const turn = (index * 2 * Math.PI) / petals - Math.PI / 2
    ink.oval(
      [x + Math.cos(turn) * size * 0.55, y + Math.sin(turn) * size * 0.55],
      size * 0.5,
      size * 0.34,
      petal,
      turn
    )
  }
  ink.disc([x, y], size * 0.28, heart)
}

/**
 * Returns the outline of a star as an SVG path.
 * @param inner radius of the inner points, as a share of `size`
 * @param turn direction of the first tip in radians
 */
export function star(
  [x, y]: Point,
  size: number,
  tips = 5,
  inner = 0.45,
  turn = -Math.PI / 2
): string {
  const points = Array.from({ length: tips * 2 }, (_, index) => {
    const reach = index % 2 === 0 ? size : size * inner
    const angle = turn + (index * Math.PI) / tips
    return `${x + Math.cos(angle) * reach} ${y + Math.sin(angle) * reach}`
  })
  return `M${points.join('L')}Z`
}

/** Draws a small person from behind. */
export function figure(ink: Ink, [x, y]: Point, size: number, paint: Paint): void {
  ink.disc([x, y - size * 0.86], size * 0.13, paint)
  ink.area(
    `M${x - size * 0.16} ${y}L${x - size * 0.2} ${y - size * 0.55}Q${x} ${y - size * 0.82} ${x + size * 0.2} ${y - size * 0.55}L${x + size * 0.16} ${y}Z`,
    paint
  )
}
