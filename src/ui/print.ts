/**
 * Activates the print buttons. Without a script they are hidden, and the browser's menu prints the
 * page.
 */
export function improvePrinting(root: Document): void {
  for (const button of root.querySelectorAll('button[data-print]'))
    button.addEventListener('click', () => print())
}
