import { RotateCcw } from 'lucide-react'
import { memo, type ComponentType } from 'react'
import type { Turn } from '#client/turns.ts'
import { textOf } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import { Caret } from '#ui/chat/Caret.tsx'
import { CopyButton } from '#ui/chat/CopyButton.tsx'
import { FailureNote } from '#ui/chat/FailureNote.tsx'
import { ICON } from '#ui/chat/icon.ts'
import type { MarkdownProps } from '#ui/chat/Markdown.tsx'
import { Thinking } from '#ui/chat/Thinking.tsx'

type Props = {
  turn: Turn
  last: boolean
  plans: string
  /** Handed in: a page with answers brings it, a new chat fetches it when it is needed. */
  Markdown: ComponentType<MarkdownProps>
  onRetry(): void
  t: Translate
}

/** What the model said: plain text, and what can be done with it. */
export const Answer = memo(function Answer({ turn, last, plans, Markdown, onRetry, t }: Props) {
  const text = textOf(turn.content)
  const growing = turn.state === 'pending' || turn.state === 'answering'
  const stopped = turn.failure?.code === 'canceled'
  return (
    <article aria-label={t('chat.turn.answer')} aria-busy={growing} className="group/answer grid grid-cols-[minmax(0,1fr)] gap-1">
      {turn.reasoning !== '' && <Thinking turn={turn} t={t} />}
      {growing && text === '' && turn.reasoning === '' && (
        <p className="text-16">
          <Caret />
        </p>
      )}
      {text !== '' && <Markdown text={text} growing={growing} t={t} />}
      {stopped && <p className="text-14 text-faint">{t('chat.turn.stopped')}</p>}
      {turn.failure !== null && !stopped && <FailureNote failure={turn.failure} plans={plans} t={t} />}
      {!growing && <Actions text={text} last={last} onRetry={last && turn.state === 'failed' ? onRetry : null} t={t} />}
    </article>
  )
})

type ActionsProps = { text: string; last: boolean; onRetry: (() => void) | null; t: Translate }

/** Shown on hover and focus; always under the last answer, and where nothing hovers. */
function Actions({ text, last, onRetry, t }: ActionsProps) {
  const shown = last ? '' : 'opacity-0 group-hover/answer:opacity-100 group-focus-within/answer:opacity-100 pointer-coarse:opacity-100'
  return (
    <div className={`-ms-2 flex min-h-control items-center gap-1 transition-opacity ${shown}`}>
      {text !== '' && <CopyButton text={text} label={t('chat.turn.copy')} t={t} />}
      {onRetry !== null && (
        <button type="button" className="button button-quiet" onClick={onRetry}>
          <RotateCcw {...ICON} />
          {t('chat.turn.retry')}
        </button>
      )}
    </div>
  )
}
