import { accentColors } from '#core/accent.ts'

/**
 * A site's own accent for `<html style>`: custom properties that tokens.css prefers to its own. It differs by site,
 * so it cannot be a class. Nothing of the site's text gets in, only colours computed from it.
 * @param colour `#rrggbb`; anything else leaves the default
 */
export function accentStyle(colour: string): string | undefined {
  const themes = accentColors(colour)
  if (themes === null) return undefined
  return Object.entries(themes)
    .map(([theme, { control, on, text }]) => `--site-accent-${theme}:${control};--site-on-${theme}:${on};--site-text-${theme}:${text}`)
    .join(';')
}
