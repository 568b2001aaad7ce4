import { useEffect, useRef, useState } from 'react'
import type { Turn } from '#client/turns.ts'
import { textOf } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'

/** How much of an answer is read out, in characters; the rest is there to be read. */
const SPOKEN = 280

/** What a screen reader is told once an answer has ended. Failures tell themselves. */
export function useAnnouncement(turns: readonly Turn[], busy: boolean, t: Translate): string {
  const [said, setSaid] = useState('')
  const wasBusy = useRef(busy)
  useEffect(() => {
    if (busy !== wasBusy.current) setSaid(busy ? '' : endingOf(turns.at(-1), t))
    wasBusy.current = busy
  }, [busy, turns, t])
  return said
}

function endingOf(turn: Turn | undefined, t: Translate): string {
  if (turn?.role !== 'assistant') return ''
  if (turn.failure !== null) return turn.failure.code === 'canceled' ? t('chat.turn.stopped') : ''
  const text = textOf(turn.content)
  return t('chat.turn.finished', { text: text.length > SPOKEN ? `${text.slice(0, SPOKEN)}…` : text })
}
