import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Turn } from '#client/turns.ts'
import type { Translate } from '#i18n/translate.ts'

/** How much of an answer is read out, in characters; the rest is there to be read. */
const SPOKEN = 280

type Dialogue = { turns: readonly Turn[]; busy: boolean; /** Where they are drawn. */ place: RefObject<HTMLElement | null> }

/** What a screen reader is told: that a question is sent, that it is answered, and how that has ended. Failures tell themselves. */
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
    if (state !== before.current) setSaid(state === 'over' ? endingOf(now.current, place.current, t) : t(`chat.turn.${state}`))
    before.current = state
  }, [state, place, t])
  return said
}

function endingOf(turn: Turn | undefined, place: HTMLElement | null, t: Translate): string {
  if (turn?.role !== 'assistant') return ''
  if (turn.failure !== null) return turn.failure.code === 'canceled' ? t('chat.turn.stopped') : ''
  // As it stands on the page: nobody wants to hear the marks of Markdown.
  const answer = [...(place?.querySelectorAll('article') ?? [])].at(-1)
  const text = answer?.querySelector<HTMLElement>('[data-words]')?.innerText ?? ''
  return t('chat.turn.finished', { text: text.length > SPOKEN ? `${text.slice(0, SPOKEN)}…` : text })
}
