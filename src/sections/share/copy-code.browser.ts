import { copyOnClick } from '#ui/copy.ts'

/** Activates the copy buttons of code, or hides them where the page may not use the clipboard. */
export function improveCodeBlocks(root: Document): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('figcaption button'))
    copyOnClick(
      button,
      () => button.closest('figure')?.querySelector('pre')?.textContent ?? '',
      done => confirm(button, done)
    )
}

function confirm(button: HTMLButtonElement, done: boolean): void {
  button.classList.toggle('text-good', done)
  const copied = button.closest<HTMLElement>('[data-copied]')?.dataset['copied'] ?? ''
  if (button.nextElementSibling !== null) button.nextElementSibling.textContent = done ? copied : ''
}
