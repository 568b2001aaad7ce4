/** A table that is drawn as cards is none any more for those who listen, unless its parts say what they are. */
export const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  name: { role: 'columnheader', scope: 'col' },
  cell: { role: 'cell' }
} as const
