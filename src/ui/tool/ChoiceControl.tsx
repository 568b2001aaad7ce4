import type { ChoiceField } from '#core/field.ts'
import { Options } from '#ui/tool/Options.tsx'
import {
  describedByProps,
  isOptional,
  type FormChoice,
  type ControlProps,
  type FormParts,
  type Option,
  type OptionsProps
} from '#ui/tool/parts.ts'
import { optionName } from '#ui/tool/words.ts'

/**
 * The most options in a row, and the most letters of their labels together, at the width of the
 * form.
 */
const [MOST, ROOM] = [5, 35]

/** Counted between two labels of a row, because the space between them is as wide as this. */
const GAP = 'aaa'

/**
 * The most unavailable options that are shown greyed. If other fields rule out more, only the
 * available ones are shown.
 */
const GREYED = 3

/**
 * Returns the options to show: all of them, with unavailable ones greyed, or only the available
 * ones if many are unavailable. The selected value is always included.
 */
export function shownOptions(
  { options }: ChoiceField,
  open: readonly Option[],
  chosen: unknown
): readonly Option[] {
  const closed = options.length - open.length
  const shown =
    closed > GREYED ? options.filter(option => open.includes(option) || option === chosen) : options
  const own = typeof chosen === 'string' && !options.includes(chosen) && chosen !== ''
  return own ? [...shown, chosen] : shown
}

type ListProps = { name: string; field: FormChoice; parts: Pick<FormParts, 'id' | 't'> }

/** Whether the choice is one `<select>`: its options and their labels do not fit into one row. */
export function isSelectList(
  { name, field, parts: { id, t } }: ListProps,
  shown: readonly Option[]
): boolean {
  if (field.max !== undefined || field.look !== undefined) return false
  const labels = shown.map(option => optionName(t, id, name, option))
  if (isOptional(field)) labels.push(t('field.choice.any'))
  // Chinese, Japanese and Korean characters count twice, because they are twice as wide.
  const letters = labels.join(GAP).replace(/[\u2e80-\uffff]/g, 'aa').length
  return shown.length > MOST || letters > ROOM
}

/**
 * Lets the user choose one option: from image cards, from aspect ratios drawn to scale, from a row,
 * or from a `<select>` if the options do not fit into a row.
 */
export function ChoiceControl(props: ControlProps<FormChoice>) {
  const { field, open, name, parts } = props
  const value = parts.values[name]
  const shown = shownOptions(field, open, value)
  const Look = isSelectList(props, shown) ? List : Options
  return (
    <Look
      {...props}
      shown={shown}
      chosen={shown.filter(each => each === value)}
      onPick={option => parts.onField(name, option)}
    />
  )
}

function List({ name, field, open, shown, chosen, onPick, issue, parts }: OptionsProps) {
  const { id, t } = parts
  return (
    <select
      {...describedByProps(name)}
      name={name}
      value={chosen[0] ?? ''}
      aria-invalid={issue !== undefined}
      onChange={event => onPick(shown.find(option => String(option) === event.currentTarget.value))}
      className="input"
    >
      {field.default === undefined && (
        <option value="">
          {t(field.required === true ? 'field.choice.none' : 'field.choice.any')}
        </option>
      )}
      {shown.map(option => (
        <option key={option} value={option} disabled={!open.includes(option)}>
          {optionName(t, id, name, option)}
        </option>
      ))}
    </select>
  )
}
