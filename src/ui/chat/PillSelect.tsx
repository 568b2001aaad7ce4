/** The look of a small choice inside the composer. */
export const PILL_CLASS =
  'h-control min-w-0 cursor-pointer appearance-none truncate rounded-full bg-transparent ps-2 pe-7 text-13 text-muted hover:bg-surface-2 hover:text-text'

type Props = {
  label: string
  value: string
  /** The value and the text of each option. */
  options: readonly (readonly [value: string, text: string])[]
  onPick(value: string): void
}

/** A small `<select>` in the composer. The caller draws the arrow beside it. */
export function PillSelect({ label, value, options, onPick }: Props) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={event => onPick(event.currentTarget.value)}
      className={`field-sizing-content ${PILL_CLASS}`}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each} className="bg-surface-1 text-text">
          {text}
        </option>
      ))}
    </select>
  )
}
