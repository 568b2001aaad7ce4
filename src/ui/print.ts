/** The buttons that print their page. Without a script they are not there: the browser's own menu does the same. */
export function improvePrinting(root: Document): void {
  for (const button of root.querySelectorAll('button[data-print]')) button.addEventListener('click', () => print())
}
