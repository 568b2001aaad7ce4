/**
 * Shows the buttons that open the device's share dialog for a link. They stay hidden where the
 * browser cannot share.
 */
export function improveShareButtons(root: Document): void {
  if (!('share' in navigator)) return
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-share]')) {
    const { share: url = '', title = '' } = button.dataset
    button.hidden = false
    // The promise rejects when the user closes the dialog, which is not an error.
    button.addEventListener(
      'click',
      () => void navigator.share({ url, title }).catch(() => undefined)
    )
  }
}
