import { reduceToGamut, toHex, oklchToLinear } from '#core/colour.ts'
import { randomChoice, seededRandom } from '#media/random.ts'

/** A colour as OKLCH: lightness 0 to 1, chroma, hue in degrees. */
export type Tone = readonly [l: number, c: number, h: number]

/** The colours of a poster: the ground of its words, the words, and three colours of its art. */
export type Palette = { paper: Tone; ink: Tone; tones: readonly [Tone, Tone, Tone] }

/** Words have a contrast of at least 4.5 to their ground in each of these. A test measures it. */
export const PALETTES: readonly Palette[] = [
  of([0.96, 0.02, 90], [0.26, 0.06, 265], [0.66, 0.2, 35], [0.72, 0.12, 230], [0.85, 0.15, 85]),
  of([0.27, 0.09, 280], [0.95, 0.03, 70], [0.74, 0.15, 40], [0.62, 0.18, 300], [0.85, 0.1, 200]),
  of([0.34, 0.07, 160], [0.96, 0.03, 100], [0.82, 0.15, 90], [0.72, 0.12, 165], [0.9, 0.06, 120]),
  of([0.2, 0.01, 270], [0.97, 0.005, 90], [0.88, 0.2, 120], [0.58, 0.02, 260], [0.78, 0.14, 200]),
  of([0.47, 0.14, 33], [0.98, 0.02, 80], [0.3, 0.07, 30], [0.86, 0.09, 60], [0.68, 0.16, 40]),
  of([0.88, 0.05, 230], [0.27, 0.09, 260], [0.98, 0.01, 90], [0.86, 0.16, 90], [0.57, 0.16, 255]),
  of([0.93, 0.03, 10], [0.36, 0.13, 15], [0.64, 0.22, 25], [0.78, 0.15, 55], [0.84, 0.09, 350]),
  of([0.9, 0.05, 300], [0.3, 0.12, 295], [0.89, 0.15, 95], [0.6, 0.2, 300], [0.98, 0.01, 300]),
  of([0.92, 0.04, 80], [0.35, 0.07, 200], [0.75, 0.15, 60], [0.56, 0.1, 195], [0.82, 0.08, 180]),
  of([0.23, 0.06, 255], [0.96, 0.02, 220], [0.8, 0.13, 200], [0.65, 0.24, 350], [0.55, 0.17, 270])
]

function of(paper: Tone, ink: Tone, ...tones: Palette['tones']): Palette {
  return { paper, ink, tones }
}

/** Returns the palette that a seed chooses. */
export function paletteFor(seed: string): Palette {
  return randomChoice(seededRandom(`palette ${seed}`), PALETTES)
}

/** Writes a colour for a canvas, as `#rrggbbaa`. */
export function toCss([l, c, h]: Tone, alpha = 1): string {
  const opacity = Math.round(Math.min(1, Math.max(0, alpha)) * 255)
  return toHex(oklchToLinear(reduceToGamut({ l, c, h }))) + opacity.toString(16).padStart(2, '0')
}
