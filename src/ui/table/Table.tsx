import { Download } from 'lucide-react'
import type { TableRows } from '#stores/table.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import { FilterChips } from '#ui/table/Chips.tsx'
import { ColumnChooser } from '#ui/table/Columns.tsx'
import type { TableDeclaration, TableContext } from '#ui/table/declaration.ts'
import { Filters } from '#ui/table/Filters.tsx'
import { TableHead } from '#ui/table/Head.tsx'
import { EmptyTable } from '#ui/table/Nothing.tsx'
import { TablePagination } from '#ui/table/Pages.tsx'
import type { TableNavigator } from '#ui/table/QueryLink.tsx'
import { ROLES } from '#ui/table/roles.ts'

type Props<Row> = {
  of: TableDeclaration<Row>
  state: TableRows<Row>
  kit: TableContext
  go: TableNavigator
  /** Address from which the filtered rows are downloaded as a file. */
  file: string
  hidden: readonly string[]
  onHide(hidden: readonly string[]): void
  onRetry(): void
}

/** A list of the console: its filters, rows and pagination. */
export function Table<Row>(props: Props<Row>) {
  const { of: table, state, kit, onRetry } = props
  const { query, items, problem } = state
  const { t } = kit
  const narrowed = table.filters.some(
    ({ name, kind }) => kind !== 'hidden' && query.filters[name] !== undefined
  )
  const nothing = narrowed ? table.none : table.empty
  const there = items.length > 0
  return (
    <div className="grid min-w-0 gap-4">
      {(there || narrowed) && <Tools {...props} />}
      {problem !== null && (
        <div className="notice" role="alert">
          <p>{t(`problem.${problem.code}`)}</p>
          <button className="link" type="button" onClick={onRetry}>
            {t('common.action.retry')}
          </button>
        </div>
      )}
      {there ? (
        <Rows {...props} />
      ) : (
        nothing !== undefined && problem === null && <EmptyTable of={nothing} kit={kit} />
      )}
    </div>
  )
}

/** The tools above a list: its filters, the download of its rows, and the choice of its columns. */
function Tools<Row>({ of: table, state: { query }, kit, go, file, hidden, onHide }: Props<Row>) {
  const { t } = kit
  return (
    <div className="table-tools">
      {table.filters.map(
        filter =>
          filter.kind === 'chips' && (
            <FilterChips key={filter.name} filter={filter} query={query} kit={kit} go={go} />
          )
      )}
      <Filters filters={table.filters} query={query} kit={kit} go={go} />
      <div className="table-acts">
        <a className="button" href={file} download>
          <Download {...ICON_PROPS} />
          {t('common.table.file')}
        </a>
        <ColumnChooser
          columns={table.columns}
          label={table.label}
          hidden={hidden}
          t={t}
          onHide={onHide}
        />
      </div>
    </div>
  )
}

function Rows<Row>({ of: table, state, kit, go, hidden }: Props<Row>) {
  const { query, items, count, busy } = state
  const { t } = kit
  const shown = table.columns.filter(({ id, stays }) => stays || !hidden.includes(id))
  return (
    <div
      aria-busy={busy}
      className="table-rows"
      data-live={items.some(row => table.moves?.(row)) || undefined}
    >
      <div className="data-table-box">
        <table className="data-table" {...ROLES.table}>
          <caption className="sr-only">{t(table.caption)}</caption>
          <TableHead columns={shown} label={table.label} query={query} t={t} go={go} />
          <tbody {...ROLES.group}>
            {items.map(row => (
              <tr key={table.rowId(row)} {...ROLES.row}>
                {shown.map(({ id, end, className = '', cell }) => (
                  <td
                    key={id}
                    className={`${end ? 'text-end tabular-nums' : ''} ${className}`}
                    {...ROLES.cell}
                    data-label={t(table.label(id))}
                  >
                    {cell(row, kit)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <TablePagination
        query={query}
        size={table.size}
        count={count}
        locale={kit.hub.locale}
        t={t}
        go={go}
      />
    </div>
  )
}
