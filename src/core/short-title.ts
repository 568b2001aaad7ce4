/** Characters of a title that is made from a text. */
const MOST = 60

/** Returns the beginning of a text as a title, cut between words where it has any. */
export function shortTitle(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  const signs = [...line]
  if (signs.length <= MOST) return line
  const cut = signs.slice(0, MOST).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > MOST / 2 ? cut.slice(0, space) : cut}…`
}
