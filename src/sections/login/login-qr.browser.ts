import { drawQr } from '#ui/qr-image.ts'

/**
 * Side of the QR code on the screen, in pixels. The image has twice the resolution, for sharp
 * screens.
 */
const SIDE = 230

/** Shows a link for a phone as text and as a QR code, black on white in every theme. */
export async function showQr(root: Document, link: string): Promise<void> {
  const dialog = root.querySelector<HTMLDialogElement>('#login-qr')
  const picture = dialog?.querySelector('img')
  const text = dialog?.querySelector('[data-link]')
  if (!dialog || !picture || !text) return
  picture.src = await drawQr(link, { type: 'jpeg', quality: 1, width: 2 * SIDE })
  text.textContent = link
  if (!dialog.open) dialog.showModal()
}
