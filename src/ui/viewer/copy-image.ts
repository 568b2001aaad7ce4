/** Checks whether this browser copies images. Over plain HTTP, browsers do not. */
export function mayCopyImages(): boolean {
  return 'ClipboardItem' in globalThis && 'clipboard' in navigator
}

/**
 * Copies an image to the clipboard, as PNG, which every program can paste.
 * @throws Error if it cannot be loaded, or if the browser refuses
 */
export async function copyImage(address: string): Promise<void> {
  // Safari accepts an item only within the click's event handler, so the item gets a promise of the
  // image.
  const item = new ClipboardItem({ 'image/png': loadPng(address) })
  await navigator.clipboard.write([item])
}

async function loadPng(address: string): Promise<Blob> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`the image answers ${answer.status}`)
  const blob = await answer.blob()
  if (blob.type === 'image/png') return blob
  const bitmap = await createImageBitmap(blob)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  return canvas.convertToBlob({ type: 'image/png' })
}
