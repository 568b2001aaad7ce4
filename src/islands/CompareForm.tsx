import { useMemo, useRef, type RefObject } from 'react'
import { sharedProps, type SharedProps } from '#client/page-props.ts'
import { MAX_COMPARED_MODELS } from '#core/comparable.ts'
import { localizePath, type Locale } from '#i18n/locale.ts'
import { createTranslate, type Translate } from '#i18n/translate.ts'
import { compareCreditsText } from '#islands/compare-prices.ts'
import type { CompareFormProps, CompareModel } from '#islands/compare-props.ts'
import type { CompareRefusal } from '#islands/compare-send.ts'
import { useCompareForm, type CompareFormState } from '#islands/use-compare-form.ts'
import { ModelPick } from '#ui/compare/ModelPick.tsx'
import { TaskFailure } from '#ui/tool/TaskFailure.tsx'

/** Id of the button that adds a model. */
const ADD = 'compare-add'

/** The form that sends one prompt to several models. Their prices are beside them. */
export function CompareForm({ page }: { page: SharedProps<CompareFormProps> }) {
  const props = sharedProps(page)
  const { hub, models, t: strings } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const t = useMemo(() => createTranslate(strings, hub.locale), [strings, hub.locale])
  const form = useCompareForm(props, field, t)
  const { total, prompt, max, busy, refusal } = form
  const isOver = prompt.trim().length > max
  return (
    <form
      className="grid gap-4"
      onSubmit={event => {
        event.preventDefault()
        form.send()
      }}
    >
      <PromptField field={field} form={form} isOver={isOver} t={t} />
      <Picks form={form} models={models} t={t} />
      {refusal !== null && (
        <RefusalNote refusal={refusal} total={total} locale={hub.locale} t={t} />
      )}
      <div className="compare-foot">
        <p aria-live="polite" className="tabular-nums">
          {t('compare.total', { price: total })}
        </p>
        <button
          className="button button-primary noscript:hidden"
          aria-disabled={busy || isOver}
          aria-busy={busy}
        >
          {t(busy ? 'field.form.sending' : 'compare.send')}
        </button>
        {hub.user === null && <p className="text-13 text-muted">{t('compare.guest')}</p>}
      </div>
      <noscript>
        <p className="notice">{t('compare.no_script')}</p>
      </noscript>
    </form>
  )
}

type PartProps = { form: CompareFormState; t: Translate }

type PromptProps = PartProps & { field: RefObject<HTMLTextAreaElement | null>; isOver: boolean }

function PromptField({ field, form, isOver, t }: PromptProps) {
  return (
    <div className="field">
      <label className="field-label" htmlFor="compare-prompt">
        {t('compare.prompt')}
      </label>
      <textarea
        ref={field}
        dir="auto"
        placeholder=" "
        id="compare-prompt"
        className="input compare-prompt"
        rows={4}
        aria-invalid={isOver}
        aria-describedby="compare-over"
        onInput={event => form.write(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          form.send()
        }}
      />
      <output id="compare-over" className="field-issue">
        {isOver && t('field.issue.too_long', { max: form.max })}
      </output>
    </div>
  )
}

/** The chosen models with their prices, and the button that adds one. */
function Picks({ form, models, t }: PartProps & { models: readonly CompareModel[] }) {
  const { chosen, prices } = form
  const drop = (at: number): void => {
    form.drop(at)
    // The button that was pressed may be gone.
    setTimeout(() => document.getElementById(ADD)?.focus())
  }
  return (
    <fieldset className="field min-w-0">
      <legend className="field-label">{t('compare.models')}</legend>
      <ul className="compare-picks my-2">
        {chosen.map((model, at) => (
          <ModelPick
            key={at}
            models={models}
            chosen={model}
            taken={chosen.flatMap(({ key }) => (key === model.key ? [] : key))}
            number={at + 1}
            price={prices[at] ?? ''}
            onPick={key => form.choose(at, key)}
            onDrop={chosen.length > 2 ? () => drop(at) : undefined}
            t={t}
          />
        ))}
      </ul>
      {chosen.length < Math.min(MAX_COMPARED_MODELS, models.length) && (
        <p>
          <button id={ADD} type="button" className="button noscript:hidden" onClick={form.add}>
            {t('compare.add')}
          </button>
        </p>
      )}
    </fieldset>
  )
}

type NoteProps = { refusal: CompareRefusal; total: string; locale: Locale; t: Translate }

/** Why the comparison was not sent. Nothing was charged. */
function RefusalNote({ refusal, total, locale, t }: NoteProps) {
  const plans = localizePath('/console/extra', locale)
  if ('failure' in refusal)
    return <TaskFailure failure={refusal.failure} plans={plans} free t={t} />
  return (
    <div role="alert" className="notice notice-bad flex-wrap text-13">
      <p>
        {t('compare.lacking', {
          price: total,
          left: compareCreditsText(refusal.lacking, locale, t)
        })}
      </p>
      <a className="link" href={plans}>
        {t('field.failure.plans')}
      </a>
    </div>
  )
}
