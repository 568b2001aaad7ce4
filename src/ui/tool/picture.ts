/** The widths in which our server delivers our own pictures, in pixels. */
const WIDTHS = [320, 640, 1280]

/** The address of one of our own files: 256 random bits and usually its name. */
export const OWN_FILE = /\/files\/[\w-]{43}(?:\/[^/?#]+)?$/

/**
 * Returns an address of the picture that is at most this wide, in pixels. Addresses of other hosts
 * stay unchanged.
 */
export function scaledImageAddress(address: string, width: number): string {
  return OWN_FILE.test(address) ? `${address}?w=${width}` : address
}

/** Returns the `srcset` of a picture; undefined for pictures from other hosts. */
export function imageSrcset(address: string): string | undefined {
  return OWN_FILE.test(address)
    ? WIDTHS.map(width => `${address}?w=${width} ${width}w`).join(', ')
    : undefined
}
