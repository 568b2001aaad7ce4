import { widthOf } from '#core/description.ts'

/** Longest claim that fits into a title beside the name of the site, measured in Latin letters. */
const TITLE = 50

/**
 * Returns the claim in the title of a site's studio home: the site's own description where it is
 * short.
 * @param description as search engines show it; empty for none
 * @param usual the claim of a site without a short one
 */
export function claimTitle(description: string, usual: string): string {
  const own = description.replace(/[.。]$/, '')
  return own !== '' && widthOf(own) <= TITLE ? own : usual
}
