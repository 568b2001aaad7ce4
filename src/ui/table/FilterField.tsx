import type { TableQuery } from '#core/table-query.ts'
import type { Translate } from '#i18n/translate.ts'
import type { Filter, TableContext } from '#ui/table/declaration.ts'

type Props = { filter: Filter; filters: TableQuery['filters']; kit: TableContext }

/** The control of one filter: a search, date, choice, flag or hidden field. */
export function FilterField({ filter, filters, kit }: Props) {
  const { t } = kit
  const { name, kind } = filter
  const id = `filter-${name}`
  const value = filters[name] ?? ''
  if (kind === 'hidden') {
    return (
      <>
        <input type="hidden" name={name} defaultValue={value} />
        {filter.hint !== undefined && <p className="field-hint">{filter.hint(kit, filters)}</p>}
      </>
    )
  }
  if (kind === 'flag') {
    return (
      <label className="flex min-h-control items-center gap-2">
        <input
          type="checkbox"
          name={name}
          value={filter.value}
          defaultChecked={value === filter.value}
        />
        {t(filter.label)}
      </label>
    )
  }
  return (
    <div className={`field min-w-0 ${kind === 'search' ? 'table-search' : ''}`}>
      <label className="field-label" htmlFor={id}>
        {t(filter.label)}
      </label>
      {kind === 'choice' ? (
        <Choice id={id} value={value} name={name} choices={filter.choices(kit, filters)} t={t} />
      ) : (
        <input
          className="input"
          id={id}
          name={name}
          type={kind === 'date' ? 'date' : 'search'}
          dir={kind === 'date' ? undefined : 'auto'}
          placeholder=" "
          maxLength={200}
          autoComplete="off"
          defaultValue={value}
        />
      )}
    </div>
  )
}

type ChoiceProps = {
  id: string
  name: string
  value: string
  choices: ReturnType<Extract<Filter, { kind: 'choice' }>['choices']>
  t: Translate
}

function Choice({ id, name, value, choices, t }: ChoiceProps) {
  return (
    <select className="input" id={id} name={name} defaultValue={value}>
      <option value="">{t('common.table.any')}</option>
      {choices.map(({ items, ...choice }) =>
        items === undefined ? (
          <option key={choice.value} value={choice.value}>
            {choice.title}
          </option>
        ) : (
          <optgroup key={choice.value} label={choice.title}>
            {items.map(item => (
              <option key={item.value} value={item.value}>
                {item.title}
              </option>
            ))}
          </optgroup>
        )
      )}
    </select>
  )
}
