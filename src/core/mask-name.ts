/** Tells by its name whether a field of a vendor's schema takes a mask, such as `mask_url`. */
export function isMaskName(name: string): boolean {
  const words = name
    .replaceAll(/[A-Z]/g, letter => `_${letter}`)
    .toLowerCase()
    .split('_')
  return words.includes('mask') || words.includes('masks')
}
