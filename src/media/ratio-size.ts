/**
 * Returns width and height in pixels for a ratio such as `16:9`, each a multiple of 16. A size such
 * as `1024x768` is returned as it is.
 * @param pixels the area to aim for
 */
export function sizeForRatio(ratio: string, pixels: number): { width: number; height: number } {
  const [width, height] = ratio.split('x').map(Number)
  if (width !== undefined && height !== undefined) return { width, height }
  const [wide = 1, tall = 1] = ratio.split(':').map(Number)
  const side = (share: number): number =>
    Math.max(16, Math.round(Math.sqrt(pixels * share) / 16) * 16)
  return { width: side(wide / tall), height: side(tall / wide) }
}
