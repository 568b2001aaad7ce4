import { accentColors, HARDEST_SURFACE, type Accent, type Theme } from '#core/accent.ts'
import { contrast, parseHex, toLinear } from '#core/colour.ts'

/** A site's accent as a theme shows it, and how well it is read: words on it, and words of it on the hardest surface. Ratios of WCAG. */
export type AccentReport = Accent & { onControl: number; onSurface: number }

/**
 * What becomes of a site's accent in both themes.
 * @param colour `#rrggbb` @returns null when it is no such colour
 */
export function accentReport(colour: string): Record<Theme, AccentReport> | null {
  const themes = accentColors(colour)
  if (themes === null) return null
  const report = (theme: Theme): AccentReport => {
    const { control, on, text } = themes[theme]
    return { control, on, text, onControl: between(on, control), onSurface: contrastWith(text, theme) }
  }
  return { light: report('light'), dark: report('dark') }
}

function between(one: string, other: string): number {
  const [a, b] = [parseHex(one), parseHex(other)]
  return a === null || b === null ? 1 : contrast(a, b)
}

function contrastWith(text: string, theme: Theme): number {
  const parsed = parseHex(text)
  return parsed === null ? 1 : contrast(parsed, toLinear(HARDEST_SURFACE[theme]))
}
