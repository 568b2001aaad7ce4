import { drawQr } from '#ui/qr.ts'

/** Side of the code on the screen, in pixels; drawn twice as fine, for screens that can show it. */
const SIDE = 230

/** Shows a link for a phone: as a code to be read, black on white in every theme, and as a text. */
export async function showQr(root: Document, link: string): Promise<void> {
  const dialog = root.querySelector<HTMLDialogElement>('#login-qr')
  const picture = dialog?.querySelector('img')
  const text = dialog?.querySelector('[data-link]')
  if (!dialog || !picture || !text) return
  picture.src = await drawQr(link, { type: 'jpeg', quality: 1, width: 2 * SIDE })
  text.textContent = link
  if (!dialog.open) dialog.showModal()
}
