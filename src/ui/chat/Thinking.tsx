import { ChevronRight } from 'lucide-react'
import type { Turn } from '#client/turns.ts'
import type { Translate } from '#i18n/translate.ts'
import { Caret } from '#ui/chat/Caret.tsx'

/** What the model thought before it answered: one line that unfolds. */
export function Thinking({ turn, t }: { turn: Turn; t: Translate }) {
  const busy = turn.state === 'answering' && turn.content === ''
  const done = turn.thought === null ? t('chat.thinking.plain') : t('chat.thinking.done', { count: turn.thought })
  return (
    <details className="group/thinking text-14 text-muted">
      <summary className="inline-flex min-h-control items-center gap-1.5 rounded-control hover:text-text">
        <ChevronRight
          size={16}
          strokeWidth={1.75}
          aria-hidden="true"
          className="turns transition-transform group-open/thinking:rotate-90"
        />
        {busy ? t('chat.thinking.now') : done}
        {busy && <Caret />}
      </summary>
      <p dir="auto" className="mb-2 max-w-[72ch] border-s-2 border-line ps-4 whitespace-pre-wrap">
        {turn.reasoning}
      </p>
    </details>
  )
}
