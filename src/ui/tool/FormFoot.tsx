import { useState } from 'react'
import { FORM_ICONS, Glyph } from '#ui/tool/Glyph.tsx'
import { LazyTaskFailure } from '#ui/tool/LateFailure.tsx'
import type { VisibleFields, FormProps } from '#ui/tool/parts.ts'

type Props = FormProps & { asked: VisibleFields }

/** The end of a tool's form: its error, the Generate button with the price, and the plan. */
export function FormFoot({ asked, form, action, parts, price, plans, guest }: Props) {
  const { given, t } = parts
  const waits = parts.uploads.length > 0
  const files = asked.flatMap(([name, { type }]) =>
    type === 'file' ? (given[name] ?? []) : []
  ).length
  const [[before, of, waited], setWait] = useState([files, action, false])
  if (waits !== waited) setWait(waits ? [files, action, waits] : [before, of, waits])
  // An upload has succeeded: there are more files than when the last uploads began.
  const ready = of === action && files > before
  const why = waits ? t('field.file.wait') : guest
  return (
    <div className="grid flex-none gap-2 border-t border-line px-4 py-3 max-md:group-data-[detent=low]/form:border-t-0 max-md:group-data-[detent=low]/form:pt-1 md:py-4">
      {form.failure !== null && <LazyTaskFailure failure={form.failure} plans={plans} t={t} />}
      <button
        type="submit"
        className="button button-primary flex-wrap"
        aria-disabled={form.busy || waits}
        aria-describedby="generate-why"
      >
        <Glyph path={FORM_ICONS.spark} />
        {t(form.busy ? 'field.form.sending' : 'field.form.generate')}{' '}
        {/* A long price, such as the credits per 1,000 characters, moves to a line of its own. */}
        <span className="font-normal tabular-nums">· {price}</span>
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
  )
}
