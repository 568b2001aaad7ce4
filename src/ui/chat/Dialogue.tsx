import { ArrowDown } from 'lucide-react'
import { useEffect, type ComponentType } from 'react'
import type { Turn } from '#client/turns.ts'
import type { Translate } from '#i18n/translate.ts'
import { Answer } from '#ui/chat/Answer.tsx'
import { ICON } from '#ui/chat/icon.ts'
import type { MarkdownProps } from '#ui/chat/Markdown.tsx'
import { Question } from '#ui/chat/Question.tsx'
import { useAnnouncement } from '#ui/chat/use-announcement.ts'
import { useBottom } from '#ui/chat/use-bottom.ts'

type Props = {
  turns: readonly Turn[]
  busy: boolean
  plans: string
  Markdown: ComponentType<MarkdownProps>
  onRetry(): void
  t: Translate
}

/** The turns of a conversation, at its end until the reader scrolls up; before the first, a sentence. */
export function Dialogue({ turns, busy, plans, Markdown, onRetry, t }: Props) {
  const { scroller, content, away, toBottom } = useBottom()
  const announcement = useAnnouncement(turns, busy, t)
  const questions = turns.filter(turn => turn.role === 'user').length
  useEffect(toBottom, [toBottom, questions])
  return (
    <div className="relative flex min-h-0 flex-1 basis-0 flex-col">
      <div ref={scroller} className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain data-live:flex-col">
        <div ref={content} className={`mx-auto w-full max-w-reading px-4 ${turns.length === 0 ? 'mt-auto' : 'mb-auto'}`}>
          {turns.length === 0 ? (
            <h1 className="pt-6 pb-6 text-center text-28 md:pb-8">{t('chat.empty.title')}</h1>
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-8 py-6">
              {turns.map((turn, index) =>
                turn.role === 'user' ? (
                  <Question key={index} turn={turn} t={t} />
                ) : (
                  <Answer
                    key={index}
                    turn={turn}
                    last={index === turns.length - 1}
                    plans={plans}
                    Markdown={Markdown}
                    onRetry={onRetry}
                    t={t}
                  />
                )
              )}
            </div>
          )}
        </div>
      </div>
      <output className="sr-only">{announcement}</output>
      {away && (
        <button
          type="button"
          title={t('chat.turn.latest')}
          aria-label={t('chat.turn.latest')}
          onClick={toBottom}
          className="icon-button absolute inset-x-0 bottom-3 mx-auto rounded-full border border-line bg-surface-1 shadow-float"
        >
          <ArrowDown {...ICON} />
        </button>
      )}
    </div>
  )
}
