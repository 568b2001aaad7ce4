import {
  createCanvas,
  Path2D,
  type Canvas,
  type CanvasGradient,
  type SKRSContext2D
} from '@napi-rs/canvas'

/** Side of a picture in pixels: twice the size at which cards show it. */
export const SIDE = 192

/** Drawings use a field of 100 by 100. */
const FIELD = 100

export type Paint = string | CanvasGradient
export type Point = readonly [x: number, y: number]
export type Draw = (ink: Ink) => void
export type Colour = readonly [red: number, green: number, blue: number]

/** Creates a generator of numbers from 0 to 1, which are the same for the same seed. */
export function numbers(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 1013) >>> 0
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
}

/** The tools that draw a picture. Lengths are hundredths of its side. */
export class Ink {
  readonly canvas: Canvas = createCanvas(SIDE, SIDE)
  readonly brush: SKRSContext2D = this.canvas.getContext('2d')

  constructor() {
    this.brush.scale(SIDE / FIELD, SIDE / FIELD)
    this.brush.lineCap = 'round'
    this.brush.lineJoin = 'round'
  }

  /** Creates a gradient along a line. */
  fade(from: Point, to: Point, ...colours: string[]): CanvasGradient {
    return stops(this.brush.createLinearGradient(...from, ...to), colours)
  }

  /** Creates a gradient around a point. */
  glow([x, y]: Point, radius: number, ...colours: string[]): CanvasGradient {
    return stops(this.brush.createRadialGradient(x, y, 0, x, y, radius), colours)
  }

  /** Fills the whole picture, from top to bottom. */
  ground(...colours: string[]): void {
    this.box(0, 0, FIELD, FIELD, this.fade([0, 0], [0, FIELD], ...colours))
  }

  /**
   * Fills the area inside a path.
   * @param path in the format of an SVG path
   */
  area(path: string, paint: Paint): void {
    this.brush.fillStyle = paint
    this.brush.fill(outline(path))
  }

  line(path: string, paint: Paint, width = 2, dashes: readonly number[] = []): void {
    this.brush.strokeStyle = paint
    this.brush.lineWidth = width
    this.brush.setLineDash([...dashes])
    this.brush.stroke(outline(path))
    this.brush.setLineDash([])
  }

  oval([x, y]: Point, wide: number, high: number, paint: Paint, turn = 0): void {
    this.brush.fillStyle = paint
    this.brush.beginPath()
    this.brush.ellipse(x, y, wide, high, turn, 0, Math.PI * 2)
    this.brush.fill()
  }

  disc(at: Point, radius: number, paint: Paint): void {
    this.oval(at, radius, radius, paint)
  }

  ring([x, y]: Point, radius: number, paint: Paint, width = 2): void {
    this.brush.strokeStyle = paint
    this.brush.lineWidth = width
    this.brush.beginPath()
    this.brush.arc(x, y, radius, 0, Math.PI * 2)
    this.brush.stroke()
  }

  box(x: number, y: number, wide: number, high: number, paint: Paint, round = 0): void {
    this.brush.fillStyle = paint
    this.brush.beginPath()
    this.brush.roundRect(x, y, wide, high, round)
    this.brush.fill()
  }

  /**
   * Draws out of focus.
   * @param blur in hundredths of the side
   */
  soft(blur: number, draw: Draw): void {
    this.apart(() => {
      this.brush.filter = `blur(${(blur * SIDE) / FIELD}px)`
      draw(this)
    })
  }

  /** Draws only inside a path. */
  within(path: string, draw: Draw): void {
    this.apart(() => {
      this.brush.clip(outline(path))
      draw(this)
    })
  }

  /** Draws with transparency or a blend mode. */
  mixed(alpha: number, draw: Draw, mode: GlobalCompositeOperation = 'source-over'): void {
    this.apart(() => {
      this.brush.globalAlpha = alpha
      this.brush.globalCompositeOperation = mode
      draw(this)
    })
  }

  /**
   * Draws moved, turned and stretched around a point.
   * @param turn in degrees
   */
  moved(
    [x, y]: Point,
    { turn = 0, wide = 1, high = wide }: { turn?: number; wide?: number; high?: number },
    draw: Draw
  ): void {
    this.apart(() => {
      this.brush.translate(x, y)
      this.brush.rotate((turn * Math.PI) / 180)
      this.brush.scale(wide, high)
      draw(this)
    })
  }

  private apart(draw: () => void): void {
    this.brush.save()
    draw()
    this.brush.restore()
  }

  /** Returns the current colour at each point. */
  seen(): (x: number, y: number) => Colour {
    const { data } = this.brush.getImageData(0, 0, SIDE, SIDE)
    const place = (at: number): number => Math.min(SIDE - 1.001, Math.max(0, (at * SIDE) / FIELD))
    return (x, y) => {
      const [column, row] = [place(x), place(y)]
      const [left, top] = [Math.floor(column), Math.floor(row)]
      const [across, down] = [column - left, row - top]
      const part = (index: number): number => {
        const at = 4 * (top * SIDE + left) + index
        const upper = (data[at] ?? 0) * (1 - across) + (data[at + 4] ?? 0) * across
        const lower =
          (data[at + 4 * SIDE] ?? 0) * (1 - across) + (data[at + 4 * SIDE + 4] ?? 0) * across
        return upper * (1 - down) + lower * down
      }
      return [part(0), part(1), part(2)]
    }
  }

  /**
   * Recomputes every pixel.
   * @param colour returns the new colour of a point; `seen` returns colours from before the change
   */
  redrawn(colour: (x: number, y: number, seen: (x: number, y: number) => Colour) => Colour): void {
    const seen = this.seen()
    const image = this.brush.createImageData(SIDE, SIDE)
    for (let at = 0; at < SIDE * SIDE; at++) {
      const [x, y] = [((at % SIDE) * FIELD) / SIDE, (Math.floor(at / SIDE) * FIELD) / SIDE]
      image.data.set([...colour(x, y, seen), 255], 4 * at)
    }
    this.brush.putImageData(image, 0, 0)
  }

  /**
   * Adds grain, as paper and film have it.
   * @param amount most by which a channel of a colour changes, of 255
   */
  grain(amount: number, seed = 1): void {
    const next = numbers(seed)
    this.redrawn((x, y, seen) => {
      const step = (next() - 0.5) * 2 * amount
      const [red, green, blue] = seen(x, y)
      return [red + step, green + step, blue + step]
    })
  }
}

function outline(path: string): Path2D {
  return new Path2D(path)
}

function stops(gradient: CanvasGradient, colours: readonly string[]): CanvasGradient {
  for (const [index, colour] of colours.entries())
    gradient.addColorStop(colours.length > 1 ? index / (colours.length - 1) : 0, colour)
  return gradient
}

export function css([red, green, blue]: Colour, alpha = 1): string {
  return `rgba(${Math.round(red)}, ${Math.round(green)}, ${Math.round(blue)}, ${alpha})`
}
