/**
 * Loads an image to read its size, as browsers show it.
 * @returns width and height in pixels; null for an image that cannot be loaded
 */
export async function loadImageSize(
  address: string
): Promise<readonly [width: number, height: number] | null> {
  const image = new Image()
  image.crossOrigin = 'anonymous'
  image.src = address
  await image.decode().catch(() => undefined)
  return image.naturalWidth > 0 ? [image.naturalWidth, image.naturalHeight] : null
}
