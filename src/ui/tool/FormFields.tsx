import { useEffect, useRef, useState } from 'react'
import { hasValue } from '#core/condition.ts'
import { narrowField, allowedOptions } from '#core/form.ts'
import { FieldControl } from '#ui/tool/Control.tsx'
import { FORM_ICONS, Glyph } from '#ui/tool/Glyph.tsx'
import type { VisibleFields, FormProps } from '#ui/tool/parts.ts'
import { useLazyExtras } from '#ui/tool/use-late.ts'

/** Hides a part at the lowest stop of a phone's sheet. */
const NOT_LOWEST = 'max-md:group-data-[detent=low]/form:hidden'

type Props = Pick<FormProps, 'form' | 'action' | 'parts' | 'children'> & {
  asked: VisibleFields
  /** The name of the form's main field: its first text or file. */
  main: string | undefined
}

/** The fields of a tool's form. The less common ones are folded. */
export function FormFields({ form, action, parts, asked, main, children }: Props) {
  const { given, values, t } = parts
  const more = asked.filter(([, field]) => field.more === true)
  const [opened, setOpened] = useState(false)
  const extras = useLazyExtras(
    opened || Object.keys(given).some(name => action.fields[name]?.type === 'id')
  )
  const folded = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (folded.current !== null && form.issues.some(({ field }) => action.fields[field]?.more))
      folded.current.open = true
  }, [form.issues, action])
  const control = ([name, field]: VisibleFields[number]): React.JSX.Element => {
    const wrong = form.issues.find(issue => issue.field === name)
    const bounds = narrowField(action, name, field, values)
    return (
      <div
        key={name}
        // The main field and given files stay visible at the lowest stop of a phone's sheet.
        className={
          name === main || (field.type === 'file' && hasValue(given[name])) ? '' : NOT_LOWEST
        }
      >
        {name === main && children}
        <FieldControl
          name={name}
          field={field.type === 'text' ? bounds : field}
          bounds={bounds}
          open={allowedOptions(action, name, values)}
          issue={wrong?.code}
          refused={wrong?.file}
          parts={{ ...parts, Many: extras?.MultiChoiceControl }}
        />
      </div>
    )
  }
  return (
    <div className="grid min-h-0 flex-1 content-start gap-5 overflow-y-auto overscroll-contain px-4 py-2 md:py-4">
      {extras !== null && <extras.EarlierResults action={action} form={form} parts={parts} />}
      {asked.filter(([, field]) => field.more !== true).map(control)}
      {more.length > 0 && (
        <details
          ref={folded}
          onToggle={event => unfold(event.currentTarget, () => setOpened(true))}
          className={`group/more ${NOT_LOWEST}`}
        >
          <summary className="flex min-h-control items-center gap-1.5 text-13 font-medium text-muted hover:text-text">
            <Glyph
              path={FORM_ICONS.fold}
              className="turns transition-transform group-open/more:rotate-90"
            />
            {t('field.form.more')}
          </summary>
          <div className="grid gap-5 pt-2">{more.map(control)}</div>
        </details>
      )}
    </div>
  )
}

/** Scrolls the fields that were just unfolded into view. */
function unfold(folded: HTMLDetailsElement, tell: () => void): void {
  tell()
  if (folded.open) folded.scrollIntoView({ block: 'nearest' })
}
