/** Most characters of such a title. */
const MOST = 60

/** Returns the beginning of a text as a title. If the text has spaces, the cut is between words. */
export function shortTitle(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  const signs = [...line]
  if (signs.length <= MOST) return line
  const cut = signs.slice(0, MOST).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > MOST / 2 ? cut.slice(0, space) : cut}…`
}
