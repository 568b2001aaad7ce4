import type { ReactNode, RefObject } from 'react'
import type { HubInfo } from '#client/hub.ts'
import type { ChatGroup } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import type { Thread } from '#stores/thread.ts'

/** What a chat tells the parts that come in a quiet moment. */
export type LaterOptions = {
  hub: HubInfo
  group: ChatGroup
  model: string
  thread: Thread
  field: RefObject<HTMLTextAreaElement | null>
  /** Asks the last question again. */
  retry(): void
  /** Shows a dialog; null takes it away. */
  show(dialog: ReactNode): void
  /** Tells a screen reader. */
  say(what: string): void
  t: Translate
}
