import type { PromptOffers, PromptTask } from '#contract/prompt-help.ts'
import type { Failure } from '#client/turns.ts'
import { formatCredits, roundCredits } from '#core/format.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Translate } from '#i18n/translate.ts'

type Props = {
  /** The tasks that are possible with what the form has now. */
  tasks: readonly PromptTask[]
  offers: PromptOffers
  /** The task that a model is doing; null for none. */
  busy: PromptTask | null
  /** True while the prompt is the one that a model has just written. */
  isWritten: boolean
  failure: Failure | null
  locale: Locale
  onTask(task: PromptTask): void
  onUndo(): void
  t: Translate
}

/** Buttons below a prompt with which a chat model improves it, with the price of each. */
export function PromptHelp(props: Props) {
  const { tasks, offers, busy, isWritten, failure, locale, onTask, onUndo, t } = props
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-4 text-13">
        {tasks.map(task => {
          const credits = offers[task]?.credits ?? 0
          const price = formatCredits(credits, locale)
          return (
            <button
              key={task}
              type="button"
              className="link min-h-8 pointer-coarse:min-h-control"
              aria-disabled={busy !== null}
              title={t('field.help.price', {
                model: offers[task]?.label ?? '',
                price: t('field.form.price', { price, count: roundCredits(credits) })
              })}
              onClick={() => busy === null && onTask(task)}
            >
              {t(busy === task ? 'field.help.busy' : `field.help.${task}`)}
              <span className="text-faint tabular-nums"> · ≈ {price}</span>
            </button>
          )
        })}
        {isWritten && (
          <button type="button" className="link min-h-8" onClick={onUndo}>
            {t('field.help.undo')}
          </button>
        )}
      </div>
      <output className="sr-only">{isWritten && t('field.help.done')}</output>
      {failure !== null && (
        <p role="alert" className="text-13 text-bad">
          {failure.sentence || t(`problem.${failure.code}`)}
        </p>
      )}
    </div>
  )
}
