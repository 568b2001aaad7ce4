import { ChevronRight } from 'lucide-react'
import type { Turn } from '#client/turns.ts'
import type { Translate } from '#i18n/translate.ts'
import { Caret } from '#ui/chat/Caret.tsx'

/** The model's reasoning before its answer. */
export function TurnReasoning({ turn, t }: { turn: Turn; t: Translate }) {
  const busy = turn.state === 'answering' && turn.content === ''
  return <FoldedReasoning text={turn.reasoning} busy={busy} seconds={turn.thought} t={t} />
}

type Props = {
  text: string
  /** Whether the model is still reasoning. */
  busy: boolean
  /** The duration of the reasoning in seconds; null if unknown. */
  seconds: number | null
  t: Translate
}

/** Reasoning, folded into one line. */
export function FoldedReasoning({ text, busy, seconds, t }: Props) {
  const done =
    seconds === null ? t('chat.thinking.plain') : t('chat.thinking.done', { count: seconds })
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
      <p dir="auto" className="mb-2 max-w-136 border-s-2 border-line ps-4 whitespace-pre-wrap">
        {text}
      </p>
    </details>
  )
}
