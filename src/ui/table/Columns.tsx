import { Columns3 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import type { Column } from '#ui/table/declaration.ts'
import { useMenu } from '#ui/table/use-menu.ts'

type Props<Row> = {
  columns: readonly Column<Row>[]
  label(column: string): string
  hidden: readonly string[]
  t: Translate
  onHide(hidden: readonly string[]): void
}

/**
 * Lets the user choose the visible columns. Without a script, the columns that were hidden before
 * stay hidden.
 */
export function ColumnChooser<Row>({ columns, label, hidden, t, onHide }: Props<Row>) {
  const menu = useMenu()
  const [open, setOpen] = useState(false)
  // The user may have opened the menu before hydration.
  useEffect(() => setOpen(menu.current?.open === true), [menu])
  const turn = (id: string): void =>
    onHide(hidden.includes(id) ? hidden.filter(each => each !== id) : [...hidden, id])
  return (
    <details
      className="table-menu"
      name="table-menu"
      ref={menu}
      data-scripted=""
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary className="button">
        <Columns3 {...ICON_PROPS} />
        {t('common.table.columns')}
      </summary>
      {open && (
        <fieldset className="menu">
          <legend className="sr-only">{t('common.table.columns')}</legend>
          {columns
            .filter(({ stays }) => !stays)
            .map(({ id }) => (
              <label key={id} className="menu-item">
                <input type="checkbox" checked={!hidden.includes(id)} onChange={() => turn(id)} />
                {t(label(id))}
              </label>
            ))}
        </fieldset>
      )}
    </details>
  )
}
