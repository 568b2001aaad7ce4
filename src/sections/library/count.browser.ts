/**
 * Writes a text with a number in the language of the page.
 * @param text has the number's place as `#`
 */
export function writeCount(line: HTMLElement, text: string, count: number): void {
  const number = new Intl.NumberFormat(document.documentElement.lang).format(count)
  line.textContent = text.replace('#', number)
}
