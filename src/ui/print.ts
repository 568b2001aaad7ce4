/** Shows the buttons that print their page. Without a script they are not there: the browser's own menu does the same. */
export function improvePrinting(root: Document): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-print]')) {
    button.hidden = false
    button.addEventListener('click', () => print())
  }
}
