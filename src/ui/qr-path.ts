import { create } from 'qrcode'

/** Empty modules around a code; cameras do not find it without them (ISO/IEC 18004, 9.1). */
const QUIET = 4

/**
 * Returns a QR code as one path of unit squares, for an SVG of `size` units.
 * @param text the code's contents
 */
export function qrPath(text: string): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const rows = Array.from({ length: modules.size }, (_, y) => rowOf(modules, y))
  return { size: modules.size + 2 * QUIET, path: rows.join('') }
}

function rowOf(
  modules: { size: number; get(row: number, column: number): number | boolean },
  y: number
): string {
  const dark = Array.from({ length: modules.size }, (_, x) => x).filter(x =>
    Boolean(modules.get(y, x))
  )
  return dark.map(x => `M${x + QUIET} ${y + QUIET}h1v1h-1z`).join('')
}
