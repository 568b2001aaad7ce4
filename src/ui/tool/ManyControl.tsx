import type { ChoiceField } from '#core/field.ts'
import { FORM, Glyph } from '#ui/tool/Glyph.tsx'
import { described, type ControlProps } from '#ui/tool/parts.ts'
import { optionName } from '#ui/tool/words.ts'

/** Some of many options: what is chosen stands in its head, all of them unfold. */
export function ManyControl({ name, field, parts: { id, values, onField, t } }: ControlProps<ChoiceField>) {
  const chosen = [values[name] ?? []].flat()
  const turn = (option: string | number): void => {
    const next = chosen.includes(option) ? chosen.filter(each => each !== option) : [...chosen, option]
    onField(name, next.length === 0 ? undefined : next)
  }
  return (
    <details {...described(name)} className="group/many rounded-control border border-outline">
      <summary className="flex min-h-control items-center justify-between gap-2 rounded-control px-3 py-1.5 text-14">
        {chosen.length === 0 ? t('field.choice.none') : chosen.map(each => optionName(t, id, name, String(each))).join(' · ')}
        <Glyph path={FORM.fold} className="turns flex-none transition-transform group-open/many:rotate-90" />
      </summary>
      <div className="flex flex-wrap gap-1.5 p-2 pt-1">
        {field.options.map(option => (
          <button
            key={option}
            type="button"
            aria-pressed={chosen.includes(option)}
            disabled={!chosen.includes(option) && chosen.length >= (field.max ?? 1)}
            onClick={() => turn(option)}
            className="chip aria-pressed:border-accent aria-pressed:bg-surface-3 disabled:opacity-40"
          >
            {optionName(t, id, name, option)}
          </button>
        ))}
      </div>
    </details>
  )
}
