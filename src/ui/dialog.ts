/**
 * Native dialogs close on Escape and on a click beside them; `closedby="none"` keeps one open until its own buttons
 * close it. Browsers that know the attribute need nothing of this.
 * @returns takes the listeners off again
 */
export function improveDialog(dialog: HTMLDialogElement): () => void {
  if ('closedBy' in HTMLDialogElement.prototype) return () => undefined
  const stays = (): boolean => dialog.getAttribute('closedby') === 'none'
  const onCancel = (event: Event): void => {
    if (stays()) event.preventDefault()
  }
  const onPointer = (event: MouseEvent): void => {
    // Only the dialog itself lies under its backdrop: a click on what it holds has another target.
    if (event.target === dialog && !stays() && isBeside(dialog, event)) dialog.close()
  }
  dialog.addEventListener('cancel', onCancel)
  dialog.addEventListener('click', onPointer)
  return () => {
    dialog.removeEventListener('cancel', onCancel)
    dialog.removeEventListener('click', onPointer)
  }
}

/** Buttons with `commandfor` open and close dialogs by themselves; this is for browsers that do not know them yet. */
export function improveDialogButtons(root: Document): void {
  if ('commandForElement' in HTMLButtonElement.prototype) return
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[commandfor]')) {
    button.addEventListener('click', () => {
      const dialog = root.getElementById(button.getAttribute('commandfor') ?? '')
      if (!(dialog instanceof HTMLDialogElement)) return
      if (button.getAttribute('command') === 'show-modal') dialog.showModal()
      else dialog.close()
    })
  }
}

function isBeside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const box = dialog.getBoundingClientRect()
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom
}
