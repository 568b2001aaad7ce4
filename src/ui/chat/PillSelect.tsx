import { ChevronDown } from 'lucide-react'
import { ICON } from '#ui/chat/icon.ts'
import { PILL } from '#ui/chat/pill.ts'

type Props = {
  label: string
  value: string
  /** The value and the text of each. */
  options: readonly (readonly [value: string, text: string])[]
  onPick(value: string): void
}

/** A small choice inside the composer. */
export function PillSelect({ label, value, options, onPick }: Props) {
  return (
    <div className="relative flex min-w-0 items-center">
      <select
        aria-label={label}
        value={value}
        onChange={event => onPick(event.currentTarget.value)}
        className={`field-sizing-content ${PILL}`}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each} className="bg-surface-1 text-text">
            {text}
          </option>
        ))}
      </select>
      <ChevronDown {...ICON} size={14} className="pointer-events-none absolute end-2 text-faint" />
    </div>
  )
}
