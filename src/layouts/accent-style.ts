import { accentColors, errorColors } from '#core/accent.ts'

/**
 * Builds the `<html style>` value for a site's own accent colour. tokens.css prefers these custom
 * properties to its defaults, and `--bad`, the colour of errors, overrides the token of that name.
 * The accent differs by site, so a class cannot hold it. The value contains only computed colours,
 * never text from the site's settings.
 * @param colour `#rrggbb`; any other value keeps the default accent
 * @returns undefined for the default accent
 */
export function accentStyle(colour: string): string | undefined {
  const themes = accentColors(colour)
  if (themes === null) return undefined
  const errors = errorColors(colour)
  return [
    ...Object.entries(themes).map(
      ([theme, { control, on, text }]) =>
        `--site-accent-${theme}:${control};--site-on-${theme}:${on};--site-text-${theme}:${text}`
    ),
    ...(errors === null ? [] : [`--bad:light-dark(${errors.light},${errors.dark})`])
  ].join(';')
}
