/**
 * Reads CSV by RFC 4180 and accepts nothing else. CRLF ends each record, quotes enclose a whole
 * cell, and each record has as many cells as the first.
 * @throws Error with the wrong place
 */
export function strictCsv(text: string): Record<string, string>[] {
  const records: string[][] = [[]]
  let at = 0
  const cell = /"((?:[^"]|"")*)"|([^",\r\n]*)/y
  while (at < text.length) {
    cell.lastIndex = at
    const [whole = '', quoted, plain = ''] = cell.exec(text) ?? []
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    at += whole.length
    if (text[at] === ',') at += 1
    else if (text.startsWith('\r\n', at)) {
      at += 2
      records.push([])
    } else throw new Error(`not CSV at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`)
  }
  if (records.pop()?.length !== 0) throw new Error('the last record has no end')
  const [names = [], ...rows] = records
  return rows.map((row, index) => {
    if (row.length !== names.length)
      throw new Error(`record ${index + 1} has ${row.length} cells of ${names.length}`)
    return Object.fromEntries(names.map((name, place) => [name, row[place] ?? '']))
  })
}
