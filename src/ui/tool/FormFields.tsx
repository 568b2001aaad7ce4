import { useEffect, useRef, useState } from 'react'
import { isGiven } from '#core/condition.ts'
import { narrowed, openOptions } from '#core/form.ts'
import { Control } from '#ui/tool/Control.tsx'
import { FORM, Glyph } from '#ui/tool/Glyph.tsx'
import type { AskedFields, FormProps } from '#ui/tool/parts.ts'
import { useLateExtras } from '#ui/tool/use-late.ts'

type Props = Pick<FormProps, 'form' | 'action' | 'parts'> & {
  asked: AskedFields
  /** The name of the form's main field: its first text or file. */
  main: string | undefined
}

/** The fields of a tool's form. The less common ones are folded. */
export function FormFields({ form, action, parts, asked, main }: Props) {
  const { given, values, t } = parts
  const more = asked.filter(([, field]) => field.more === true)
  const [opened, setOpened] = useState(false)
  const extras = useLateExtras(
    opened || Object.keys(given).some(name => action.fields[name]?.type === 'id')
  )
  const folded = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (folded.current !== null && form.issues.some(({ field }) => action.fields[field]?.more))
      folded.current.open = true
  }, [form.issues, action])
  const control = ([name, field]: AskedFields[number]): React.JSX.Element => {
    const wrong = form.issues.find(issue => issue.field === name)
    const bounds = narrowed(action, name, field, values)
    return (
      <div
        key={name}
        // The main field, and a file field with a file, stay visible even at the lowest stop of a
        // phone's sheet.
        className={
          name === main || (field.type === 'file' && isGiven(given[name]))
            ? ''
            : 'max-md:group-data-[detent=low]/form:hidden'
        }
      >
        <Control
          name={name}
          field={field.type === 'text' ? bounds : field}
          bounds={bounds}
          open={openOptions(action, name, values)}
          issue={wrong?.code}
          refused={wrong?.file}
          parts={{ ...parts, Many: extras?.ManyControl }}
        />
      </div>
    )
  }
  return (
    <div className="grid min-h-0 flex-1 content-start gap-5 overflow-y-auto overscroll-contain px-4 py-2 md:py-4">
      {extras !== null && <extras.Earlier action={action} form={form} parts={parts} />}
      {asked.filter(([, field]) => field.more !== true).map(control)}
      {more.length > 0 && (
        <details
          ref={folded}
          onToggle={event => unfold(event.currentTarget, () => setOpened(true))}
          className="group/more max-md:group-data-[detent=low]/form:hidden"
        >
          <summary className="flex min-h-control items-center gap-1.5 text-13 font-medium text-muted hover:text-text">
            <Glyph
              path={FORM.fold}
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
