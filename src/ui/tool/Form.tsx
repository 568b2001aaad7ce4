import { useEffect, useRef, useState } from 'react'
import { useLateExtras } from '#ui/tool/use-late.ts'
import { isGiven } from '#core/condition.ts'
import type { Field } from '#core/field.ts'
import { isAsked, narrowed, openOptions } from '#core/form.ts'
import type { Action, Service } from '#core/service.ts'
import type { ToolForm } from '#stores/tool-form.ts'
import { Control } from '#ui/tool/Control.tsx'
import { FORM, Glyph } from '#ui/tool/Glyph.tsx'
import { LateFailure } from '#ui/tool/LateFailure.tsx'
import type { FormParts } from '#ui/tool/parts.ts'
import { SheetHandle, type Detent } from '#ui/tool/SheetHandle.tsx'

type Props = {
  service: Service
  verbs: readonly string[]
  form: ToolForm
  action: Action
  parts: FormParts
  /** Price of a run with the current values, as text. */
  price: string
  /** Address of the page that sells credits. */
  plans: string
  /** Tells a guest what Generate does; empty for a user. */
  guest: string
  /** Whether there are results beside the form. If so, a phone shows only its top. */
  low: boolean
  onVerb(verb: string): void
}

/**
 * The form of a tool: a panel at the start side, or a sheet on a phone. The sheet's lowest stop
 * shows only the prompt and the Generate button.
 */
export function Form({
  service,
  verbs,
  form,
  action,
  parts,
  price,
  plans,
  guest,
  low,
  onVerb
}: Props) {
  const [detent, setDetent] = useState<Detent>(low ? 'low' : 'half')
  const { t } = parts
  const asked = Object.entries(action.fields).filter(([name]) =>
    isAsked(action, name, parts.values)
  )
  const more = asked.filter(([, field]) => field.more === true)
  const [main] = asked.find(([, { type }]) => type === 'text' || type === 'file') ?? []
  const waits = parts.uploads.length > 0
  const files = asked.flatMap(([name, { type }]) =>
    type === 'file' ? (parts.given[name] ?? []) : []
  ).length
  const [[before, of, waited], setWait] = useState([files, action, false])
  if (waits !== waited) setWait(waits ? [files, action, waits] : [before, of, waits])
  // The field has more files than when the last uploads began.
  const ready = of === action && files > before
  const why = waits ? t('field.file.wait') : guest
  const [opened, setOpened] = useState(false)
  const extras = useLateExtras(
    opened || Object.keys(parts.given).some(name => action.fields[name]?.type === 'id')
  )
  const folded = useRef<HTMLDetailsElement>(null)
  // Opens the sheet if a hidden field has an error, and keeps it open while the user fixes it.
  if (detent === 'low' && form.issues.some(({ field }) => field !== main)) setDetent('half')
  useEffect(() => {
    if (folded.current !== null && form.issues.some(({ field }) => action.fields[field]?.more))
      folded.current.open = true
  }, [form.issues, action])
  useLowered(form, () => setDetent('low'))
  const control = ([name, field]: [string, Field]): React.JSX.Element => {
    const wrong = form.issues.find(issue => issue.field === name)
    return (
      <div
        key={name}
        // A field with a picture stays visible, even in a phone's lowest stop.
        className={
          name === main || (field.type === 'file' && isGiven(parts.given[name]))
            ? ''
            : 'max-md:group-data-[detent=low]/form:hidden'
        }
      >
        <Control
          name={name}
          field={field.type === 'text' ? narrowed(action, name, field, parts.values) : field}
          bounds={narrowed(action, name, field, parts.values)}
          open={openOptions(action, name, parts.values)}
          issue={wrong?.code}
          refused={wrong?.file}
          parts={{ ...parts, Many: extras?.ManyControl ?? null }}
        />
      </div>
    )
  }
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
      <div className="grid min-h-0 flex-1 content-start gap-5 overflow-y-auto overscroll-contain px-4 py-2 md:py-4">
        {extras !== null && <extras.Earlier action={action} form={form} parts={parts} />}
        {asked.filter(([, field]) => field.more !== true).map(control)}
        {more.length > 0 && (
          <details
            ref={folded}
            onToggle={() => setOpened(true)}
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
      <div className="grid flex-none gap-2 border-t border-line px-4 pt-3 pb-3 max-md:group-data-[detent=low]/form:border-t-0 max-md:group-data-[detent=low]/form:pt-1 md:py-4">
        {form.failure !== null && <LateFailure failure={form.failure} plans={plans} t={t} />}
        <button
          type="submit"
          className="button button-primary"
          aria-disabled={form.busy || waits}
          aria-describedby="generate-why"
        >
          <Glyph path={FORM.spark} />
          {t(form.busy ? 'field.form.sending' : 'field.form.generate')} <span>·</span>{' '}
          <span className="font-normal tabular-nums">{price}</span>
        </button>
        {/*
         * Always rendered, because screen readers announce only new text in an existing element.
         */}
        <output
          id="generate-why"
          className={
            why === ''
              ? 'sr-only'
              : 'text-center text-12 text-faint max-md:group-data-[detent=low]/form:sr-only'
          }
        >
          {why || (ready && t('field.file.ready'))}
        </output>
        {guest === '' && (
          <button
            type="button"
            popoverTarget="wallet"
            data-scripted
            className="link justify-self-center text-13 pointer-coarse:min-h-control max-md:group-data-[detent=low]/form:hidden"
          >
            {t('field.form.plan')}
          </button>
        )}
        <noscript>
          <p className="notice">{t('field.form.no_script')}</p>
        </noscript>
      </div>
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
