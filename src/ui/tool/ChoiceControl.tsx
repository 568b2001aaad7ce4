import type { ChoiceField, Field } from '#core/field.ts'
import { described, type ControlProps } from '#ui/tool/parts.ts'
import { PictureCards } from '#ui/tool/PictureCards.tsx'
import { optionName } from '#ui/tool/words.ts'

/** As many as fit in a row. */
const ROW = 5

/** More ruled out than these are not shown: a list of what cannot be chosen is not worth reading. */
const GREYED = 3

type Option = ChoiceField['options'][number]
type Choice = ChoiceField & Pick<Field, 'required'>

/** What of a choice is shown: all of it, what is ruled out greyed, unless that is most of it. And what is chosen. */
export function shownOptions({ options }: ChoiceField, open: readonly Option[], chosen: unknown): readonly Option[] {
  const closed = options.length - open.length
  const shown = closed > GREYED ? options.filter(option => open.includes(option) || option === chosen) : options
  const own = typeof chosen === 'string' && !options.includes(chosen) && chosen !== ''
  return own ? [...shown, chosen] : shown
}

/** Is it chosen from a list, which is one control, and not from a row of them? */
export function isList({ look, max }: ChoiceField, shown: readonly Option[]): boolean {
  return max === undefined && look === undefined && shown.length > ROW
}

/** One of some options: cards with pictures, tiles drawn to scale, a row, or a list when there are many. */
export function ChoiceControl(props: ControlProps<Choice>) {
  const { field, open, name, parts } = props
  const chosen = parts.values[name]
  const shown = shownOptions(field, open, chosen)
  if (field.look === 'pictures') {
    const unset = field.default === undefined && field.required === undefined
    return (
      <PictureCards
        {...props}
        shown={shown}
        chosen={shown.filter(each => each === chosen)}
        unset={unset}
        onPick={option => parts.onField(name, option)}
      />
    )
  }
  if (isList(field, shown)) return <List {...props} shown={shown} />
  return field.look === 'ratio' ? <Tiles {...props} shown={shown} /> : <Row {...props} shown={shown} />
}

type ShownProps = ControlProps<Choice> & { shown: readonly Option[] }

function Row({ name, field, open, shown, parts }: ShownProps) {
  const { id, values, onField, t } = parts
  const options = field.default === undefined ? [undefined, ...shown] : shown
  return (
    <div className="segments flex-wrap" {...described(name)} tabIndex={-1}>
      {options.map(option => (
        <Radio
          key={String(option)}
          name={name}
          checked={values[name] === option}
          disabled={option !== undefined && !open.includes(option)}
          onPick={() => onField(name, option)}
          className="segment"
        >
          {option === undefined ? t('field.choice.any') : optionName(t, id, name, option)}
        </Radio>
      ))}
    </div>
  )
}

function Tiles({ name, open, shown, parts }: ShownProps) {
  const { id, values, onField, t } = parts
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-1.5" {...described(name)} tabIndex={-1}>
      {shown.map(option => (
        <Radio
          key={option}
          name={name}
          checked={values[name] === option}
          disabled={!open.includes(option) && values[name] !== option}
          onPick={() => onField(name, option)}
          className={`segment grid! justify-items-center gap-1! border border-line px-0! py-1.5 text-12 ${String(option).length > 6 ? 'col-span-2' : ''}`}
        >
          <Shape ratio={String(option)} />
          {optionName(t, id, name, option)}
        </Radio>
      ))}
    </div>
  )
}

type RadioProps = {
  name: string
  checked: boolean
  disabled: boolean
  onPick(): void
  className: string
  children: React.ReactNode
}

function Radio({ name, checked, disabled, onPick, className, children }: RadioProps) {
  return (
    <label className={`${className} relative has-focus-visible:outline-2 has-focus-visible:outline-accent has-disabled:opacity-40`}>
      <input type="radio" name={name} checked={checked} disabled={disabled} onChange={onPick} className="absolute inset-0 opacity-0" />
      {children}
    </label>
  )
}

/** A picture's outline in its true proportions. */
function Shape({ ratio }: { ratio: string }) {
  const [width = 1, height = 1] = ratio.split(/[:x]/).map(Number)
  const scale = 20 / Math.max(width, height)
  const [w, h] = [width * scale, height * scale]
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" className="mx-auto">
      <rect x={12 - w / 2} y={12 - h / 2} width={w} height={h} rx="2" fill="none" stroke="currentColor" strokeWidth="1.75" />
    </svg>
  )
}

function List({ name, field, open, shown, issue, parts }: ShownProps) {
  const { id, values, onField, t } = parts
  const pick = (text: string): void =>
    onField(
      name,
      shown.find(option => String(option) === text)
    )
  return (
    <select
      {...described(name)}
      name={name}
      value={String(values[name] ?? '')}
      aria-invalid={issue !== undefined}
      onChange={event => pick(event.currentTarget.value)}
      className="input"
    >
      {field.default === undefined && <option value="">{t(field.required === true ? 'field.choice.none' : 'field.choice.any')}</option>}
      {shown.map(option => (
        <option key={option} value={option} disabled={!open.includes(option)}>
          {optionName(t, id, name, option)}
        </option>
      ))}
    </select>
  )
}
