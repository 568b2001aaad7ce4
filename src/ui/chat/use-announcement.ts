import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Turn } from '#client/turns.ts'
import type { Translate } from '#i18n/translate.ts'

/**
 * A screen reader announces this many characters of an answer. The user can read the rest on the
 * page.
 */
const SPOKEN = 280

type Dialogue = {
  turns: readonly Turn[]
  busy: boolean
  /** The element that contains them. */ place: RefObject<HTMLElement | null>
}

/**
 * Returns the text that screen readers announce: a question was sent, its answer has begun or
 * ended. A failure is not part of it, because the note about it is an alert.
 */
export function useAnnouncement({ turns, busy, place }: Dialogue, t: Translate): string {
  const [said, setSaid] = useState('')
  const last = turns.at(-1)
  const now = useRef(last)
  const state = busy ? (last?.state === 'answering' ? 'answering' : 'sent') : 'over'
  const before = useRef(state)
  useEffect(() => {
    now.current = last
  })
  useEffect(() => {
    if (state !== before.current)
      setSaid(state === 'over' ? endingOf(now.current, place.current, t) : t(`chat.turn.${state}`))
    before.current = state
  }, [state, place, t])
  return said
}

function endingOf(turn: Turn | undefined, place: HTMLElement | null, t: Translate): string {
  if (turn?.role !== 'assistant') return ''
  if (turn.failure !== null) return turn.failure.code === 'canceled' ? t('chat.turn.stopped') : ''
  // Uses the rendered text, because nobody wants to hear Markdown syntax.
  const answer = [...(place?.querySelectorAll('article') ?? [])].at(-1)
  const text = answer?.querySelector<HTMLElement>('[data-words]')?.innerText ?? ''
  return t('chat.turn.finished', {
    text: text.length > SPOKEN ? `${text.slice(0, SPOKEN)}…` : text
  })
}
