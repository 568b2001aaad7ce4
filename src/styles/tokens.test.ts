import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  MIN_CONTROL_CONTRAST,
  ERROR_COLOR,
  PAGE_BACKGROUND,
  LOW_CONTRAST_SURFACE,
  MIN_TEXT_CONTRAST,
  type Theme
} from '#core/accent.ts'
import {
  contrastRatio,
  reduceToGamut,
  oklchToLinear,
  type LinearRgb,
  type Oklch
} from '#core/colour.ts'

const SURFACES = ['ground', 'surface-1', 'surface-2', 'surface-3']
const TEXTS = ['text', 'muted', 'faint', 'accent-text', 'good', 'warn', 'bad']
const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const palette: Record<Theme, Map<string, Oklch>> = { light: new Map(), dark: new Map() }

const COLOUR = String.raw`(?:var\(--[\w-]+, )?oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)\)?`
for (const [, name = '', ...numbers] of css.matchAll(
  new RegExp(String.raw`--([\w-]+): light-dark\(\s*${COLOUR},\s*${COLOUR}\s*\)`, 'g')
)) {
  const [ll = 0, lc = 0, lh = 0, dl = 0, dc = 0, dh = 0] = numbers.map(Number)
  palette.light.set(name, { l: ll, c: lc, h: lh })
  palette.dark.set(name, { l: dl, c: dc, h: dh })
}

function colour(theme: Theme, name: string): LinearRgb {
  const found = palette[theme].get(name)
  if (found === undefined) throw new Error(`tokens.css has no --${name} for ${theme}`)
  return oklchToLinear(reduceToGamut(found))
}

/**
 * Returns the coordinates of a colour in OKLab, where distances match the differences that people
 * see.
 */
function inSpace({ l, c, h }: Oklch = { l: 0, c: 0, h: 0 }): number[] {
  const turn = (h * Math.PI) / 180
  return [l, c * Math.cos(turn), c * Math.sin(turn)]
}

/** Lists the pairs whose contrast is below `least`, as text for the failure report. */
function tooWeak(
  theme: Theme,
  fronts: readonly string[],
  grounds: readonly string[],
  least: number
): string[] {
  const pairs = fronts.flatMap(front => grounds.map(ground => ({ front, ground })))
  return pairs
    .map(({ front, ground }) => ({
      pair: `${front} on ${ground}`,
      ratio: contrastRatio(colour(theme, front), colour(theme, ground))
    }))
    .filter(({ ratio }) => ratio < least)
    .map(({ pair, ratio }) => `${pair}: ${ratio.toFixed(2)}`)
}

describe.each(['light', 'dark'] as const)('in the %s theme', theme => {
  test('every text colour is readable on every surface', () => {
    expect(tooWeak(theme, TEXTS, SURFACES, MIN_TEXT_CONTRAST)).toEqual([])
  })

  test('control outlines and the accent contrast with every surface', () => {
    expect(tooWeak(theme, ['outline', 'accent'], SURFACES, MIN_CONTROL_CONTRAST)).toEqual([])
  })

  test('text on the accent is readable', () => {
    expect(tooWeak(theme, ['on-accent'], ['accent'], MIN_TEXT_CONTRAST)).toEqual([])
  })

  test('errors do not look like the default accent, which marks the focus', () => {
    const [bad, accent] = ['bad', 'accent'].map(name => inSpace(palette[theme].get(name)))
    const distance = Math.hypot(...(bad ?? []).map((value, axis) => value - (accent?.[axis] ?? 0)))
    expect(distance).toBeGreaterThan(0.08)
  })

  test('the colour for browser bars equals the page background', () => {
    expect(palette[theme].get('ground')).toEqual(PAGE_BACKGROUND[theme])
  })

  test('accents are compared with the colour of errors that tokens.css contains', () => {
    expect(palette[theme].get('bad')).toEqual(ERROR_COLOR[theme])
  })

  test('accents are tested against the surface with the lowest contrast', () => {
    expect(palette[theme].get('surface-3')).toEqual(LOW_CONTRAST_SURFACE[theme])
    const ratios = SURFACES.map(surface =>
      contrastRatio(colour(theme, 'text'), colour(theme, surface))
    )
    expect(Math.min(...ratios)).toBe(
      contrastRatio(colour(theme, 'text'), colour(theme, 'surface-3'))
    )
  })
})
