import type { RefObject } from 'react'
import type { HubInfo } from '#client/hub.ts'
import type { ChatGroup } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import { draftKey } from '#stores/drafts.ts'
import { isKeySaved } from '#stores/persisted.ts'
import { $pendingMessage, pendingMessageOf } from '#stores/pressed.ts'
import { $thread } from '#stores/thread.ts'
import { sendAfterCountdown } from '#ui/carry-out.ts'
import { questionPrice } from '#ui/chat/question-price.ts'

type Place = {
  hub: HubInfo
  group: ChatGroup
  modelOf(): string
  field: RefObject<HTMLTextAreaElement | null>
  t: Translate
}

/**
 * Milliseconds between two checks whether the question is in the field. After `PATIENCE` checks
 * with another text in the field, it goes on without waiting any longer.
 */
const LOOK = 100
const PATIENCE = 20

/**
 * Sends the question that a guest pressed Send for before they signed in. If the guest comes back
 * without a sign-in, it drops the question.
 * @returns a function that stops it
 */
export function sendPendingQuestion({ hub, group, modelOf, field, t }: Place): () => void {
  const place = draftKey(group.id, null)
  const pressed = pendingMessageOf(place)
  if (pressed === null || hub.user === null) {
    if (pressed !== null) $pendingMessage.set(null)
    return () => undefined
  }
  const isThere = (): boolean => field.current?.value.trim() === pressed.text
  const begin = (): (() => void) =>
    sendAfterCountdown({
      place,
      unchanged: isThere,
      line: t('chat.pressed.text', {
        price: questionPrice({
          question: pressed.text,
          group,
          model: modelOf(),
          locale: hub.locale,
          t
        })
      }),
      cancel: t('chat.pressed.cancel'),
      send: () => field.current?.form?.requestSubmit()
    })
  // First the guest's conversation must have moved to the user, and its answer must have ended.
  const isReady = (): boolean => !isKeySaved('guest') && ($thread.get()?.phase ?? 'idle') === 'idle'
  let looks = 0
  let end = (): void => clearInterval(timer)
  const timer = setInterval(() => {
    if (!isReady()) return
    looks++
    if (!isThere() && looks < PATIENCE) return
    clearInterval(timer)
    end = begin()
  }, LOOK)
  return () => end()
}
