import { accentColors, LOW_CONTRAST_SURFACE, type Accent, type Theme } from '#core/accent.ts'
import { contrastRatio, parseHex, oklchToLinear } from '#core/colour.ts'

/**
 * A site's accent in one theme, with two WCAG contrast ratios. `onControl` is text on the accent.
 * `onSurface` is text in the accent colour on the surface with the least contrast.
 */
export type AccentReport = Accent & { onControl: number; onSurface: number }

/**
 * Reports how both themes show a site's accent colour.
 * @param colour `#rrggbb`
 * @returns null when `colour` has another form
 */
export function accentReport(colour: string): Record<Theme, AccentReport> | null {
  const themes = accentColors(colour)
  if (themes === null) return null
  const report = (theme: Theme): AccentReport => {
    const { control, on, text } = themes[theme]
    return {
      control,
      on,
      text,
      onControl: between(on, control),
      onSurface: contrastWith(text, theme)
    }
  }
  return { light: report('light'), dark: report('dark') }
}

function between(one: string, other: string): number {
  const [a, b] = [parseHex(one), parseHex(other)]
  return a === null || b === null ? 1 : contrastRatio(a, b)
}

function contrastWith(text: string, theme: Theme): number {
  const parsed = parseHex(text)
  return parsed === null ? 1 : contrastRatio(parsed, oklchToLinear(LOW_CONTRAST_SURFACE[theme]))
}
