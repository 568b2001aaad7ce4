import { blend, towards, type Tone } from '#sandbox/pictures/tone.ts'

/** The colours of one picture. */
export type Palette = {
  /** From the top down to the horizon. */
  sky: readonly [Tone, Tone, Tone]
  /** Of sun or moon, and of what they touch. */
  light: Tone
  /** Of the land: what is far, and what is near. */
  far: Tone
  near: Tone
  accents: readonly [Tone, Tone, Tone, Tone]
  /** Is it night? */
  dark: boolean
}

const WARM: Palette['accents'] = [
  [0.68, 0.18, 35],
  [0.8, 0.14, 75],
  [0.55, 0.14, 10],
  [0.9, 0.06, 90]
]
const COOL: Palette['accents'] = [
  [0.62, 0.12, 230],
  [0.76, 0.1, 190],
  [0.48, 0.12, 275],
  [0.92, 0.04, 200]
]
const MEADOW: Palette['accents'] = [
  [0.7, 0.17, 20],
  [0.86, 0.14, 95],
  [0.65, 0.14, 310],
  [0.95, 0.03, 100]
]
const ELECTRIC: Palette['accents'] = [
  [0.68, 0.26, 345],
  [0.82, 0.15, 200],
  [0.6, 0.24, 300],
  [0.88, 0.17, 110]
]

// On one line a palette is read like the swatches of a painter.
// oxfmt-ignore
const PALETTES = {
  dawn: of([0.6, 0.09, 275], [0.79, 0.09, 15], [0.93, 0.08, 75], [0.98, 0.07, 90], [0.72, 0.08, 320], [0.3, 0.07, 290], WARM),
  day: of([0.63, 0.13, 245], [0.8, 0.08, 230], [0.95, 0.03, 200], [0.99, 0.05, 100], [0.76, 0.06, 225], [0.4, 0.1, 150], MEADOW),
  sunset: of([0.38, 0.13, 295], [0.64, 0.18, 20], [0.86, 0.15, 70], [0.96, 0.11, 90], [0.56, 0.13, 355], [0.2, 0.06, 310], WARM),
  dusk: of([0.26, 0.09, 275], [0.46, 0.12, 310], [0.76, 0.12, 35], [0.93, 0.08, 70], [0.44, 0.09, 300], [0.16, 0.05, 285], ELECTRIC),
  night: of([0.13, 0.05, 268], [0.23, 0.08, 262], [0.42, 0.08, 245], [0.95, 0.03, 95], [0.36, 0.07, 255], [0.09, 0.03, 265], COOL, true),
  aurora: of([0.12, 0.05, 275], [0.22, 0.08, 240], [0.44, 0.1, 190], [0.93, 0.05, 150], [0.34, 0.07, 220], [0.08, 0.03, 250], COOL, true),
  autumn: of([0.7, 0.07, 220], [0.85, 0.07, 75], [0.94, 0.07, 80], [0.98, 0.08, 90], [0.7, 0.1, 60], [0.34, 0.11, 40], WARM),
  winter: of([0.68, 0.06, 245], [0.83, 0.04, 255], [0.95, 0.03, 40], [0.99, 0.03, 80], [0.86, 0.03, 250], [0.46, 0.06, 255], COOL),
  spring: of([0.72, 0.09, 230], [0.87, 0.06, 200], [0.96, 0.05, 110], [0.99, 0.06, 105], [0.8, 0.08, 160], [0.47, 0.13, 140], MEADOW),
  storm: of([0.26, 0.03, 250], [0.42, 0.04, 240], [0.7, 0.05, 200], [0.9, 0.04, 190], [0.48, 0.04, 230], [0.16, 0.03, 245], COOL),
  neon: of([0.13, 0.08, 295], [0.26, 0.15, 305], [0.55, 0.2, 350], [0.85, 0.16, 350], [0.3, 0.12, 300], [0.08, 0.05, 290], ELECTRIC, true),
  desert: of([0.66, 0.09, 230], [0.86, 0.06, 80], [0.93, 0.09, 70], [0.99, 0.07, 95], [0.76, 0.11, 55], [0.45, 0.13, 40], WARM),
  forest: of([0.62, 0.07, 200], [0.82, 0.07, 150], [0.94, 0.08, 110], [0.98, 0.09, 105], [0.66, 0.08, 165], [0.24, 0.07, 155], MEADOW),
  pastel: of([0.82, 0.07, 290], [0.89, 0.06, 340], [0.95, 0.05, 70], [0.99, 0.04, 90], [0.83, 0.07, 320], [0.6, 0.1, 280], MEADOW),
  mono: of([0.45, 0.01, 260], [0.72, 0.01, 260], [0.94, 0.01, 90], [0.99, 0.01, 90], [0.62, 0.01, 260], [0.18, 0.01, 260], [[0.3, 0.01, 260], [0.85, 0.01, 90], [0.55, 0.01, 260], [0.97, 0, 0]]),
  fire: of([0.18, 0.07, 20], [0.42, 0.17, 30], [0.8, 0.17, 65], [0.96, 0.12, 90], [0.36, 0.14, 25], [0.1, 0.05, 20], WARM, true),
  ocean: of([0.55, 0.12, 250], [0.77, 0.1, 215], [0.95, 0.05, 180], [0.99, 0.05, 95], [0.68, 0.1, 215], [0.3, 0.1, 235], COOL)
} as const satisfies Record<string, Palette>

export type PaletteName = keyof typeof PALETTES

/** A palette turned towards hues that a prompt names: the first colours its air and land, all of them its accents. */
export function palette(name: PaletteName, hues: readonly number[]): Palette {
  const chosen: Palette = PALETTES[name]
  const first = hues[0]
  if (first === undefined) return chosen
  const turn = (tone: Tone, at: number): Tone => towards(tone, first, at)
  const [a, b, c, d] = chosen.accents
  const accent = (tone: Tone, at: number): Tone =>
    towards(blend(tone, [tone[0], 0.16, tone[2]], 0.5), hues[at % hues.length] ?? first, 0.9)
  return {
    ...chosen,
    sky: [turn(chosen.sky[0], 0.5), turn(chosen.sky[1], 0.55), turn(chosen.sky[2], 0.3)],
    far: turn(chosen.far, 0.45),
    near: turn(chosen.near, 0.5),
    accents: [accent(a, 0), accent(b, 1), accent(c, 2), turn(d, 0.2)]
  }
}

function of(
  top: Tone,
  middle: Tone,
  horizon: Tone,
  light: Tone,
  far: Tone,
  near: Tone,
  accents: Palette['accents'],
  dark = false
): Palette {
  return { sky: [top, middle, horizon], light, far, near, accents, dark }
}
