import { useEffect, useRef, useState } from 'react'
import type { Turn } from '#client/turns.ts'
import { textOf } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'

/** How much of an answer is read out, in characters; the rest is there to be read. */
const SPOKEN = 280

/** What a screen reader is told: that a question is sent, that it is answered, and how that has ended. Failures tell themselves. */
export function useAnnouncement(turns: readonly Turn[], busy: boolean, t: Translate): string {
  const [said, setSaid] = useState('')
  const last = turns.at(-1)
  const now = useRef(last)
  const state = busy ? (last?.state === 'answering' ? 'answering' : 'sent') : 'over'
  const before = useRef(state)
  useEffect(() => {
    now.current = last
  })
  useEffect(() => {
    if (state !== before.current) setSaid(state === 'over' ? endingOf(now.current, t) : t(`chat.turn.${state}`))
    before.current = state
  }, [state, t])
  return said
}

function endingOf(turn: Turn | undefined, t: Translate): string {
  if (turn?.role !== 'assistant') return ''
  if (turn.failure !== null) return turn.failure.code === 'canceled' ? t('chat.turn.stopped') : ''
  const text = textOf(turn.content)
  return t('chat.turn.finished', { text: text.length > SPOKEN ? `${text.slice(0, SPOKEN)}…` : text })
}
