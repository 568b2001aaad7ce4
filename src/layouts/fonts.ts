import cyrillic from '#styles/fonts/inter-cyrillic.woff2?url'
import greek from '#styles/fonts/inter-greek.woff2?url'
import latinExtended from '#styles/fonts/inter-latin-ext.woff2?url'
import latin from '#styles/fonts/inter-latin.woff2?url'

/**
 * The extra font file of each language whose letters are missing from the Latin file. Chinese,
 * Japanese, Korean and Arabic use system fonts.
 */
const OWN: Record<string, string> = {
  ru: cyrillic,
  uk: cyrillic,
  sr: cyrillic,
  el: greek,
  pl: latinExtended
}

/**
 * Returns the addresses of the font files that the first paint of a page in this language needs.
 */
export function fontsFor(locale: string): string[] {
  const own = OWN[locale]
  return own === undefined ? [latin] : [latin, own]
}
