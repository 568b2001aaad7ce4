import { Fragment, useEffect, useRef, useState } from 'react'
import { textAt } from '#client/json.ts'
import type { Task } from '#contract/task.ts'
import type { FieldValues } from '#core/condition.ts'
import { formatTime } from '#core/format.ts'
import { runPrompt } from '#core/output.ts'
import type { Translate } from '#i18n/translate.ts'
import { isTaskRunning } from '#stores/shelf.ts'
import { verbsOf } from '#stores/tool-form.ts'
import { useNow } from '#ui/chat/use-now.ts'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { CopyIconButton } from '#ui/tool/Copy.tsx'
import { Glyph } from '#ui/tool/Glyph.tsx'
import { optionName } from '#ui/tool/words.ts'

type Props = {
  task: Task
  verb: string
  parts: CardParts
  /** Shows the whole prompt from the start. */
  unfolded?: boolean
}

/** The end of a card: the prompt of its task, the facts about it, and its actions. */
export function CardFoot(props: Props) {
  const { task, verb, parts, unfolded } = props
  const { service, guest, onAgain, onCancel, onRemove, t } = parts
  const [asking, setAsking] = useState(false)
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
      <div className="flex items-center justify-between gap-x-3">
        <Facts {...props} />
        <div className="-me-2 flex flex-none noscript:hidden">
          {prompt !== '' && (
            <CopyIconButton text={prompt} label={t('field.card.copy_prompt')} t={t} />
          )}
          {service.actions?.[verb]?.hidden !== true && (
            <IconButton name={t('field.card.again')} onClick={() => onAgain(task)}>
              <Glyph path={CARD_ICONS.again} />
            </IconButton>
          )}
          {isTaskRunning(task) ? (
            <IconButton name={t('field.card.cancel')} onClick={() => onCancel(task)}>
              <Glyph path={CARD_ICONS.stop} />
            </IconButton>
          ) : (
            !guest && (
              <IconButton name={t('field.card.delete')} onClick={() => setAsking(true)}>
                <Glyph path={CARD_ICONS.delete} />
              </IconButton>
            )
          )}
        </div>
      </div>
      {asking && <Asking onYes={() => onRemove(task)} onNo={() => setAsking(false)} t={t} />}
    </div>
  )
}

/**
 * One line of facts about a task: the service that did it in place of this one, the action, the
 * model, the time and the price.
 */
function Facts({ task, verb, parts: { service, guest, priceOf, creditsOf, t } }: Props) {
  const local = useNow() !== null
  const { model } = task.request
  const substitute = textAt(task.response, 'substitute')
  const facts = [
    substitute && t('field.card.substitute', { name: substitute }),
    verbsOf(service).length > 1 ? t(`${service.id}.action.${verb}`) : '',
    typeof model === 'string' ? optionName(t, service.id, 'model', model) : '',
    // The text may differ from React's, since another script writes the reader's time before
    // hydration.
    <time
      key="time"
      dateTime={new Date(task.created_at * 1000).toISOString()}
      suppressHydrationWarning
    >
      {local
        ? formatTime(task.created_at * 1000)
        : `${formatTime(task.created_at * 1000, 'UTC')} UTC`}
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

/** Asks before deleting a task, and says what the user loses. */
function Asking({ onYes, onNo, t }: { onYes(): void; onNo(): void; t: Translate }) {
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => (keep.current === null ? undefined : borrowFocus(keep.current)), [])
  return (
    <div role="alert" className="notice flex-wrap items-center text-13">
      <p className="flex-[1_1_12rem]">{t('field.card.delete_ask')}</p>
      <div className="flex flex-none gap-2">
        <button type="button" className="button" onClick={onYes}>
          {t('field.card.delete_yes')}
        </button>
        <button ref={keep} type="button" className="button button-quiet" onClick={onNo}>
          {t('field.card.delete_no')}
        </button>
      </div>
    </div>
  )
}

/**
 * Moves the focus to `taker`.
 * @returns restores the focus, or moves it to a neighbouring card if the previous element is gone
 */
function borrowFocus(taker: HTMLElement): () => void {
  const before = document.activeElement
  const card = taker.closest('article')
  const near = card?.nextElementSibling ?? card?.previousElementSibling
  taker.focus()
  return () => {
    if (document.activeElement !== document.body) return
    const next = before?.isConnected
      ? before
      : near?.isConnected
        ? near.querySelector('a, button, summary')
        : document.querySelector('main')
    if (next instanceof HTMLElement) next.focus()
  }
}

function IconButton({
  name,
  onClick,
  children
}: {
  name: string
  onClick(): void
  children: React.ReactNode
}) {
  return (
    <button type="button" className="icon-button" title={name} aria-label={name} onClick={onClick}>
      {children}
    </button>
  )
}
