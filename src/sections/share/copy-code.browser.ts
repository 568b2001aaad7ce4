/** How long a button shows that it has copied, in milliseconds. */
const SHOWN_FOR = 2000

/** Activates the copy buttons of code, or hides them where the page may not use the clipboard. */
export function improveCodeBlocks(root: Document): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('figcaption button')) {
    button.hidden = !('clipboard' in navigator)
    button.addEventListener('click', () => void copyCode(button))
  }
}

async function copyCode(button: HTMLButtonElement): Promise<void> {
  const code = button.closest('figure')?.querySelector('pre')?.textContent ?? ''
  await navigator.clipboard.writeText(code)
  say(button, true)
  setTimeout(() => say(button, false), SHOWN_FOR)
}

function say(button: HTMLButtonElement, done: boolean): void {
  button.classList.toggle('text-good', done)
  const copied = button.closest<HTMLElement>('[data-copied]')?.dataset['copied'] ?? ''
  if (button.nextElementSibling !== null) button.nextElementSibling.textContent = done ? copied : ''
}
