import { textWidth } from '#core/description.ts'

/** Longest slogan that fits into a title beside the name of the site, measured in Latin letters. */
const TITLE = 50

/**
 * Returns the slogan in the title of a site's studio home: the site's own description if it is
 * short enough.
 * @param description as search engines show it; empty for none
 * @param usual the slogan of a site without a short description
 */
export function titleTagline(description: string, usual: string): string {
  const own = description.replace(/[.。]$/, '')
  return own !== '' && textWidth(own) <= TITLE ? own : usual
}
