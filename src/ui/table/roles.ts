/**
 * Roles that keep the table semantics for screen readers. Browsers drop those when CSS turns the
 * rows into cards.
 */
export const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  name: { role: 'columnheader', scope: 'col' },
  cell: { role: 'cell' }
} as const
