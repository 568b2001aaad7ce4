import sharp from 'sharp'

/**
 * Measures how different two images are at first sight: 0 for the same, about 100 for opposites.
 */
export async function unlikeness(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map(bytes =>
      sharp(bytes).resize(32, 32, { fit: 'fill' }).removeAlpha().raw().toBuffer()
    )
  )
  return a === undefined || b === undefined
    ? 255
    : a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length
}
