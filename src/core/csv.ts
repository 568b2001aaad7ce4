/** What may stand in a cell. */
export type Cell = string | number | null

/** Says to spreadsheets that UTF-8 follows. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * One record of a CSV file as RFC 4180 has it, with its line break. A text that a spreadsheet would take for a formula
 * is told to be none by an apostrophe; numbers stay numbers.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return decimal(cell)
  const harmless = /^\s*[=+\-@＝＋－＠\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** As digits, never with an exponent: amounts have six decimals at most. */
function decimal(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(6) : text
}
