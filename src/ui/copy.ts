/** How long a button shows that it has copied, in milliseconds. */
const SAID_FOR = 2000

/**
 * Activates the copy buttons, which confirm with their icon and with a text for screen readers. It
 * hides them where the page may not use the clipboard.
 */
export function improveCopyButtons(root: Document): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-copy]'))
    copyOnClick(
      button,
      () => button.dataset['copy'] ?? '',
      done => confirm(button, done)
    )
}

/**
 * Makes a button copy a text, or hides it where the page may not use the clipboard.
 * @param show shows that the text was copied; is called again with `false` two seconds later
 */
export function copyOnClick(
  button: HTMLButtonElement,
  read: () => string,
  show: (done: boolean) => void
): void {
  button.hidden = !('clipboard' in navigator)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(read())
    show(true)
    setTimeout(() => show(false), SAID_FOR)
  }
  button.addEventListener('click', () => void copy())
}

function confirm(button: HTMLButtonElement, done: boolean): void {
  button.toggleAttribute('data-done', done)
  const status = button.nextElementSibling
  if (status?.role === 'status') status.textContent = done ? (button.dataset['copied'] ?? '') : ''
}
