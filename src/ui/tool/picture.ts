/** Ours are had in these widths, in pixels. */
const WIDTHS = [320, 640, 1280]

/** A file of ours: its address holds 256 random bits, and mostly its name. */
const OURS = /\/files\/[\w-]{43}(?:\/[^/?#]+)?$/

/** The same picture no wider than that. Others' pictures are as they are. */
export function smaller(address: string, width: number): string {
  return OURS.test(address) ? `${address}?w=${width}` : address
}

/** The widths that a browser may choose from; none for others' pictures. */
export function widthsOf(address: string): string | undefined {
  return OURS.test(address) ? WIDTHS.map(width => `${address}?w=${width} ${width}w`).join(', ') : undefined
}
