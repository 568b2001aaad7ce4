import { numbers, type Draw, type Ink } from './ink.ts'
import { between } from './strokes.ts'

// Techniques of drawing and printing.

/** Lets the paper show at the edges and where there is little colour. */
export function onPaper(
  ink: Ink,
  paper: readonly [number, number, number],
  uneven: number,
  edge = 9
): void {
  const next = numbers(7)
  const field = Array.from({ length: 26 * 26 }, next)
  const cloudy = (x: number, y: number): number => {
    const [column, row] = [x / 4, y / 4]
    const [a, b] = [Math.floor(column), Math.floor(row)]
    const value = (i: number, j: number): number => field[(j % 26) * 26 + (i % 26)] ?? 0
    const [u, v] = [column - a, row - b]
    return (
      (value(a, b) * (1 - u) + value(a + 1, b) * u) * (1 - v) +
      (value(a, b + 1) * (1 - u) + value(a + 1, b + 1) * u) * v
    )
  }
  ink.redrawn((x, y, seen) => {
    const cloud = cloudy(x, y)
    const inset = Math.min(x, y, 100 - x, 100 - y) - cloud * edge
    const bare = Math.min(1, Math.max(cloud * uneven, edge === 0 ? 0 : 1 - inset / 1.6))
    return between(seen(x, y), paper, bare)
  })
}

/** Reduces the picture to a few tones with a colour each. */
export const stepped = (ink: Ink, tones: readonly (readonly [number, number, number])[]): void =>
  ink.redrawn((x, y, seen) => {
    const [red, green, blue] = seen(x, y)
    return (
      tones[
        Math.min(
          tones.length - 1,
          Math.floor(((red * 0.3 + green * 0.59 + blue * 0.11) / 256) * tones.length)
        )
      ] ?? [0, 0, 0]
    )
  })

/** Draws with a shadow below, like paper on paper. */
export function lying(ink: Ink, draw: Draw, deep = 5): void {
  ink.brush.save()
  ink.brush.shadowColor = '#0009'
  ink.brush.shadowBlur = deep
  ink.brush.shadowOffsetY = deep * 0.6
  draw(ink)
  ink.brush.restore()
}
