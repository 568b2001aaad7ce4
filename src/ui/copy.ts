/** A button shows for this long that it has copied, in milliseconds. */
const SAID_FOR = 2000

/**
 * Activates the copy buttons, which confirm with their icon and with a text for screen readers. It
 * hides them where the page may not use the clipboard.
 */
export function improveCopyButtons(root: Document): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.hidden = !('clipboard' in navigator)
    button.addEventListener('click', () => void copy(button))
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(button.dataset['copy'] ?? '')
  say(button, true)
  setTimeout(() => say(button, false), SAID_FOR)
}

function say(button: HTMLButtonElement, done: boolean): void {
  button.toggleAttribute('data-done', done)
  const status = button.nextElementSibling
  if (status?.role === 'status') status.textContent = done ? (button.dataset['copied'] ?? '') : ''
}
