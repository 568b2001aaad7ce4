/**
 * Closes a native dialog on Escape and on a click outside it, as its attribute `closedby` says:
 * with `none`, only the dialog's own buttons close it; with `closerequest`, Escape, too. Does
 * nothing in browsers that support the attribute.
 * @returns a function that removes the listeners
 */
export function improveDialog(dialog: HTMLDialogElement): () => void {
  if ('closedBy' in HTMLDialogElement.prototype) return () => undefined
  const onCancel = (event: Event): void => {
    if (dialog.getAttribute('closedby') === 'none') event.preventDefault()
  }
  const onPointer = (event: MouseEvent): void => {
    // A click on the backdrop targets the dialog itself; a click on its contents has another
    // target.
    const stays = ['none', 'closerequest'].includes(dialog.getAttribute('closedby') ?? '')
    if (event.target === dialog && !stays && isBeside(dialog, event)) dialog.close()
  }
  dialog.addEventListener('cancel', onCancel)
  dialog.addEventListener('click', onPointer)
  return () => {
    dialog.removeEventListener('cancel', onCancel)
    dialog.removeEventListener('click', onPointer)
  }
}

/**
 * Makes buttons with `commandfor` open and close dialogs in browsers that do not support the
 * attribute yet.
 */
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
