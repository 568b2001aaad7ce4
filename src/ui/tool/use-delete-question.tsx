import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { findNeighbourCard } from '#ui/tool/neighbour-card.ts'

/**
 * Asks before deleting a task.
 * @param onYes deletes it
 * @returns `ask` shows the question, and `question` is it, or null
 */
export function useDeleteQuestion(
  onYes: () => void,
  t: Translate
): { ask(): void; question: ReactNode } {
  const [asking, setAsking] = useState(false)
  return {
    ask: () => setAsking(true),
    question: asking ? <DeleteQuestion onYes={onYes} onNo={() => setAsking(false)} t={t} /> : null
  }
}

/** Asks before deleting a task, and says what the user loses. */
function DeleteQuestion({ onYes, onNo, t }: { onYes(): void; onNo(): void; t: Translate }) {
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
  const near = findNeighbourCard(taker.closest('article'))
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
