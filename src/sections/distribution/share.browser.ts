/** Shows the buttons that hand a link to the device's own sharing; not where the browser has none. */
export function improveShareButtons(root: Document): void {
  if (!('share' in navigator)) return
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-share]')) {
    const { share: url = '', title = '' } = button.dataset
    button.hidden = false
    // Closed without a choice, it says so by failing: nothing was to happen then.
    button.addEventListener('click', () => void navigator.share({ url, title }).catch(() => undefined))
  }
}
