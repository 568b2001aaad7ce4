import { Fragment, type ReactNode } from 'react'
import { textAt } from '#client/json.ts'
import type { Task } from '#contract/task.ts'
import type { FieldValues } from '#core/condition.ts'
import { formatTime } from '#core/format.ts'
import { runPrompt } from '#core/output.ts'
import { verbsOf } from '#stores/tool-form.ts'
import { useNow } from '#ui/chat/use-now.ts'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { optionName } from '#ui/tool/words.ts'

type Props = {
  task: Task
  verb: string
  parts: CardParts
  /** Shows the whole prompt from the start. */
  unfolded?: boolean
  /** The actions on the task. */
  children?: ReactNode
}

/** The end of a card: the prompt of its task, and the facts about it beside its actions. */
export function CardFoot(props: Props) {
  const { task, parts, unfolded, children } = props
  const { t } = parts
  const prompt = runPrompt(task.request, task.response)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {prompt !== '' && (
        <details className="group/prompt text-14" open={unfolded}>
          <summary
            dir="auto"
            className="line-clamp-2 min-h-6 rounded-control group-open/prompt:line-clamp-none"
            title={t('field.card.unfold')}
          >
            {prompt}
          </summary>
        </details>
      )}
      <div className="relative flex items-center justify-between gap-x-3">
        <Facts {...props} />
        {children}
      </div>
    </div>
  )
}

/**
 * One line of facts about a task: the service that did it in place of this one, the action, the
 * model, the time and the price.
 */
function Facts({ task, verb, parts, unfolded = false }: Props) {
  const { service, guest, priceOf, creditsOf, t } = parts
  const created = task.created_at * 1000
  // On the wall, the day is the heading above: 14:33 of 2026-11-27 14:33:37 is enough.
  const format = (zone?: string): string =>
    unfolded ? formatTime(created, zone) : formatTime(created, zone).slice(11, 16)
  const local = useNow() !== null
  const { model } = task.request
  const substitute = textAt(task.response, 'substitute')
  const facts = [
    substitute && t('field.card.substitute', { name: substitute }),
    verbsOf(service).length > 1 ? t(`${service.id}.action.${verb}`) : '',
    typeof model === 'string' ? optionName(t, service.id, 'model', model) : '',
    // The text may differ from React's, since another script writes the reader's time before
    // hydration.
    <time key="time" dateTime={new Date(created).toISOString()} suppressHydrationWarning>
      {local ? format() : `${format('UTC')} UTC`}
    </time>,
    // The charge is lower than the price if the task produced less than requested. A guest pays
    // nothing.
    task.state !== 'succeeded' || guest
      ? ''
      : task.deducted_amount === undefined
        ? priceOf(verb, task.request as FieldValues)
        : creditsOf(task.deducted_amount)
  ]
  return (
    <p className="min-w-0 overflow-clip text-12 text-faint tabular-nums">
      {/*
       * Every item has a dot. The dot at the start of a line lies outside the box and is clipped.
       */}
      <span className="-ms-3 block">
        {facts
          .filter(each => each !== '')
          .map((each, index) => (
            <Fragment key={index}>
              <span className="inline-flex">
                <span aria-hidden="true" className="w-3 flex-none text-center">
                  ·
                </span>
                <span>
                  <bdi>{each}</bdi>
                </span>
              </span>{' '}
            </Fragment>
          ))}
      </span>
    </p>
  )
}
