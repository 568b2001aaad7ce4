import type { ReactNode, RefObject } from 'react'
import type { HubInfo } from '#client/hub.ts'
import type { ChatGroup } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import type { Thread } from '#stores/thread.ts'

/** The options that a chat passes to parts that load when the browser is idle. */
export type ChatModuleOptions = {
  hub: HubInfo
  group: ChatGroup
  model: string
  thread: Thread
  field: RefObject<HTMLTextAreaElement | null>
  /** Asks the last question again. */
  retry(): void
  /** Shows a dialog; null removes it. */
  show(dialog: ReactNode): void
  /** Announces a text to screen readers. */
  say(what: string): void
  t: Translate
}
