import { toCanvas } from 'qrcode'

/** Side of the code on the screen, in pixels; drawn twice as fine, for screens that can show it. */
const SIDE = 230

/** Shows a link for a phone: as a code to be read, black on white in every theme, and as a text. */
export async function showQr(root: Document, link: string): Promise<void> {
  const dialog = root.querySelector<HTMLDialogElement>('#login-qr')
  const canvas = dialog?.querySelector('canvas')
  const text = dialog?.querySelector('[data-link]')
  if (!dialog || !canvas || !text) return
  await toCanvas(canvas, link, { width: 2 * SIDE, margin: 2, color: { dark: '#000000', light: '#ffffff' } })
  canvas.style.width = canvas.style.height = `${SIDE}px`
  text.textContent = link
  if (!dialog.open) dialog.showModal()
}
