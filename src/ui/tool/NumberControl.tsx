import type { NumberField } from '#core/field.ts'
import { ChoiceControl } from '#ui/tool/ChoiceControl.tsx'
import { describedByProps, fieldId, type ControlProps } from '#ui/tool/parts.ts'

/** With more steps than this, a slider is too fine to set a value by hand. */
const MANY = 1000

/**
 * A number field: a row of options for a few values, else a slider with an input. Without a
 * default, the user can leave it to the service.
 */
export function NumberControl(props: ControlProps<NumberField>) {
  const { name, field, issue, parts } = props
  const { min, max, step } = field
  const steps = (max - min) / (step ?? 1)
  if (step !== undefined && steps < 5 && field.default !== undefined) {
    const options = Array.from({ length: steps + 1 }, (_, index) => min + index * step)
    const asChoice = { type: 'choice' as const, options, default: field.default }
    return <ChoiceControl {...props} field={asChoice} open={options} />
  }
  const value = parts.values[name]
  const shared = {
    min,
    max,
    step: step ?? 'any',
    'aria-labelledby': `${fieldId(name)}-label`
  } as const
  const set = (text: string): void => parts.onField(name, text === '' ? undefined : Number(text))
  return (
    <div className="flex items-center gap-3">
      {steps <= MANY && (
        <input
          {...shared}
          type="range"
          value={typeof value === 'number' ? value : (min + max) / 2}
          onChange={event => set(event.currentTarget.value)}
          className={`min-h-control min-w-0 flex-1 ${value === undefined ? 'opacity-50' : ''}`}
        />
      )}
      <input
        {...shared}
        {...describedByProps(name)}
        name={name}
        type="number"
        inputMode={step !== undefined && Number.isInteger(step) ? 'numeric' : 'decimal'}
        value={String(value ?? '')}
        placeholder={field.default === undefined ? parts.t('field.number.auto') : undefined}
        aria-invalid={issue !== undefined}
        onChange={event => set(event.currentTarget.value)}
        className={`input ${steps <= MANY ? 'w-24! flex-none' : ''}`}
      />
      {field.unit !== undefined && (
        <span className="text-13 text-muted">{parts.t(`field.unit.${field.unit}`)}</span>
      )}
    </div>
  )
}
