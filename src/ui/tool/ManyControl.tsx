import { FORM_ICONS, Glyph } from '#ui/tool/Glyph.tsx'
import { describedByProps, type MultiChoiceProps } from '#ui/tool/parts.ts'
import { optionName } from '#ui/tool/words.ts'

/** A choice of several options. Its header lists the selected ones, and all options unfold. */
export function MultiChoiceControl({ Options, ...props }: MultiChoiceProps) {
  const { name, field, parts } = props
  const { id, values, onField, t } = parts
  const given = [values[name] ?? []].flat()
  const chosen = given.flatMap(each => field.options.filter(option => option === each))
  const turn = (option: string | number | undefined): void => {
    if (option === undefined) return
    const next = chosen.includes(option)
      ? chosen.filter(each => each !== option)
      : [...chosen, option]
    onField(name, next.length === 0 ? undefined : next)
  }
  return (
    <details
      {...describedByProps(name)}
      className="group/many rounded-control border border-outline"
    >
      <summary className="flex min-h-control items-center justify-between gap-2 rounded-control px-3 py-1.5 text-14">
        {chosen.length === 0
          ? t('field.choice.none')
          : chosen.map(each => optionName(t, id, name, each)).join(' · ')}
        <Glyph
          path={FORM_ICONS.fold}
          className="turns flex-none transition-transform group-open/many:rotate-90"
        />
      </summary>
      <div className="grid gap-2 p-2 pt-1">
        <Options
          {...props}
          open={chosen.length >= (field.max ?? 1) ? [] : field.options}
          shown={field.options}
          chosen={chosen}
          onPick={turn}
        />
      </div>
    </details>
  )
}
