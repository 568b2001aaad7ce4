import { memo, useState, type ComponentType } from 'react'
import type { Turn } from '#client/turns.ts'
import { contentText } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import { Caret } from '#ui/chat/Caret.tsx'
import { FailureNote } from '#ui/chat/FailureNote.tsx'
import type { MarkdownProps } from '#ui/chat/Markdown.tsx'
import { TurnReasoning } from '#ui/chat/Thinking.tsx'
import { TurnActions } from '#ui/chat/TurnActions.tsx'

type Props = {
  turn: Turn
  last: boolean
  plans: string
  /**
   * The component that renders Markdown. Pages with answers bundle it; a new chat loads it later.
   */
  Markdown: ComponentType<MarkdownProps>
  t: Translate
}

/** The model's answer as plain text, with its tools. */
export const Answer = memo(function Answer({ turn, last, plans, Markdown, t }: Props) {
  const text = contentText(turn.content)
  const growing = turn.state === 'pending' || turn.state === 'answering'
  const stopped = turn.failure?.code === 'canceled'
  const [grew, setGrew] = useState(growing)
  if (growing && !grew) setGrew(true)
  return (
    <article
      aria-label={t('chat.turn.answer')}
      aria-busy={growing}
      className="group/turn grid grid-cols-[minmax(0,1fr)] gap-1"
    >
      {turn.reasoning !== '' && <TurnReasoning turn={turn} t={t} />}
      {growing && text === '' && turn.reasoning === '' && (
        <p className="text-16">
          <Caret />
        </p>
      )}
      {text !== '' && <Markdown text={text} growing={growing} t={t} />}
      {stopped && <p className="text-14 text-faint">{t('chat.turn.stopped')}</p>}
      {turn.failure !== null && !stopped && (
        <FailureNote failure={turn.failure} plans={plans} old={!grew} t={t} />
      )}
      {!growing && <TurnActions turn={turn} last={last} shown={last} t={t} />}
    </article>
  )
})
