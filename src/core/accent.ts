import {
  contrastRatio,
  linearToOklch,
  reduceToGamut,
  parseHex,
  toHex,
  oklchToLinear,
  type Oklch
} from '#core/colour.ts'

export type Theme = 'light' | 'dark'

/**
 * Colours as `#rrggbb`: the filled control, text on it, and text in the accent colour on any
 * surface.
 */
export type Accent = { control: string; on: string; text: string }

/**
 * The surface of each theme with the least contrast. It equals --surface-3 in tokens.css, which a
 * test checks.
 */
export const LOW_CONTRAST_SURFACE: Record<Theme, Oklch> = {
  light: { l: 0.94, c: 0.004, h: 265 },
  dark: { l: 0.26, c: 0.01, h: 265 }
}

/**
 * The page's background, the same as --ground in tokens.css. Browsers colour their own bars with
 * it.
 */
export const PAGE_BACKGROUND: Record<Theme, Oklch> = {
  light: { l: 0.985, c: 0.004, h: 265 },
  dark: { l: 0.16, c: 0.01, h: 265 }
}

/** The colour of errors, the same as --bad in tokens.css. */
export const ERROR_COLOR: Record<Theme, Oklch> = {
  light: { l: 0.5, c: 0.2, h: 12 },
  dark: { l: 0.72, c: 0.19, h: 12 }
}

/**
 * Smallest difference in degrees between the hue of errors and that of the accent, which also
 * colours the focus.
 */
const APART = 25

/** Below this chroma an accent is too grey to look like an error. */
const GREY = 0.06

/** Minimum contrast ratios of WCAG 2.2 AA: 1.4.3 for text, 1.4.11 for controls. */
export const MIN_TEXT_CONTRAST = 4.5
export const MIN_CONTROL_CONTRAST = 3

const INK: readonly Oklch[] = [
  { l: 0.18, c: 0.02, h: 265 },
  { l: 0.99, c: 0, h: 265 }
]

/**
 * Makes a site's accent colour readable in both themes, as close to the chosen colour as the
 * contrast ratios allow.
 * @param colour `#rrggbb`
 * @returns null when `colour` has another form; the caller then keeps the default accent
 */
export function accentColors(colour: string): Record<Theme, Accent> | null {
  const parsed = parseHex(colour)
  if (parsed === null) return null
  const wanted = linearToOklch(parsed)
  return { light: accentOn('light', wanted), dark: accentOn('dark', wanted) }
}

/**
 * Moves the colour of errors away from a red accent, so that a field with an error does not look
 * like a focused one.
 * @param colour `#rrggbb`
 * @returns null for an accent that is not close to the colour of errors
 */
export function errorColors(colour: string): Record<Theme, string> | null {
  const parsed = parseHex(colour)
  if (parsed === null) return null
  const { c, h } = linearToOklch(parsed)
  const away = ((ERROR_COLOR.light.h - h + 540) % 360) - 180
  if (c < GREY || Math.abs(away) >= APART) return null
  const hue = (h + (away < 0 ? -APART : APART) + 360) % 360
  return { light: errorOn('light', hue), dark: errorOn('dark', hue) }
}

function errorOn(theme: Theme, h: number): string {
  const surface = LOW_CONTRAST_SURFACE[theme]
  const moved = reduceToGamut({ ...ERROR_COLOR[theme], h })
  return hex(shift(theme, moved, candidate => ratio(candidate, surface) >= MIN_TEXT_CONTRAST))
}

function accentOn(theme: Theme, wanted: Oklch): Accent {
  const surface = LOW_CONTRAST_SURFACE[theme]
  const control = shift(
    theme,
    wanted,
    candidate =>
      ratio(candidate, surface) >= MIN_CONTROL_CONTRAST &&
      ratio(candidate, inkFor(candidate)) >= MIN_TEXT_CONTRAST
  )
  const text = shift(theme, wanted, candidate => ratio(candidate, surface) >= MIN_TEXT_CONTRAST)
  return { control: hex(control), on: hex(inkFor(control)), text: hex(text) }
}

/**
 * Moves a colour away from the theme's surfaces, in steps too small to see, until it is strong
 * enough.
 */
function shift(theme: Theme, from: Oklch, enough: (candidate: Oklch) => boolean): Oklch {
  const [step, end] = theme === 'light' ? [-0.005, 0] : [0.005, 1]
  let candidate = from
  while (!enough(candidate) && (end - candidate.l) * step > 0)
    candidate = reduceToGamut({ ...from, l: candidate.l + step })
  return candidate
}

function inkFor(colour: Oklch): Oklch {
  const [best = colour] = INK.toSorted((a, b) => ratio(colour, b) - ratio(colour, a))
  return best
}

/** Measures the contrast of the colours that a screen shows, after rounding to 8 bits. */
function ratio(one: Oklch, other: Oklch): number {
  const shown = (colour: Oklch) => parseHex(hex(colour)) ?? oklchToLinear(colour)
  return contrastRatio(shown(one), shown(other))
}

function hex(colour: Oklch): string {
  return toHex(oklchToLinear(colour))
}
