/** The value of one cell. */
export type CsvCell = string | number | null

/** The mark by which spreadsheets recognise that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Writes one CSV record by RFC 4180, with its line break. An apostrophe goes before any text that a
 * spreadsheet would read as a formula. Numbers stay numbers.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return decimal(cell)
  const harmless = /^\s*[=+\-@＝＋－＠\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Writes a number without an exponent. Amounts have at most six decimals. */
function decimal(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(6) : text
}
