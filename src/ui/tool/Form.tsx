import { useEffect, useRef, useState } from 'react'
import { isFieldVisible } from '#core/form.ts'
import type { ToolForm } from '#stores/tool-form.ts'
import { FormFields } from '#ui/tool/FormFields.tsx'
import { FormFoot } from '#ui/tool/FormFoot.tsx'
import type { FormProps } from '#ui/tool/parts.ts'
import { SheetHandle, type Detent } from '#ui/tool/SheetHandle.tsx'

/**
 * The form of a tool: a panel at the start side, or a sheet on a phone. The sheet starts at its
 * lowest stop, with only the prompt and the Generate button, so that examples or results show.
 */
export function Form(props: FormProps) {
  const { service, verbs, form, action, parts, onVerb } = props
  const [detent, setDetent] = useState<Detent>('low')
  const { t } = parts
  const asked = Object.entries(action.fields).filter(([name]) =>
    isFieldVisible(action, name, parts.values)
  )
  const [main] = asked.find(([, { type }]) => type === 'text' || type === 'file') ?? []
  // Opens the sheet if a hidden field has an error, and keeps it open while the user fixes it.
  if (detent === 'low' && form.issues.some(({ field }) => field !== main)) setDetent('half')
  useLowered(form, () => setDetent('low'))
  return (
    <form
      noValidate
      data-detent={detent}
      aria-label={t('field.form.label')}
      onSubmit={event => {
        event.preventDefault()
        parts.onGenerate()
      }}
      className="tool-form group/form"
    >
      <SheetHandle detent={detent} onDetent={setDetent} t={t} />
      {verbs.length > 1 && (
        <div
          role="group"
          aria-label={t('field.form.verbs')}
          className="segments mx-4 mt-1 mb-2 flex-none max-md:group-data-[detent=low]/form:hidden md:mt-4 md:mb-0"
        >
          {verbs.map(verb => (
            <button
              key={verb}
              type="button"
              aria-pressed={verb === form.verb}
              onClick={() => onVerb(verb)}
              className="segment"
            >
              {t(`${service.id}.action.${verb}`)}
            </button>
          ))}
        </div>
      )}
      <FormFields {...props} asked={asked} main={main} />
      <FormFoot {...props} asked={asked} />
    </form>
  )
}

/** Lowers the sheet after a successful submit, so that the user sees the results. */
function useLowered({ busy, issues, failure }: ToolForm, lower: () => void): void {
  const was = useRef(false)
  useEffect(() => {
    if (was.current && !busy && issues.length === 0 && failure === null) lower()
    was.current = busy
  })
}
