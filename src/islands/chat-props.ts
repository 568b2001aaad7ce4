import type { ReactNode } from 'react'
import type { Found } from '#client/conversation-list.ts'
import type { HubInfo } from '#client/hub.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { ChatGroup } from '#core/chat.ts'
import type { Strings } from '#i18n/translate.ts'

/** What a page gives the island of its chat. */
export type ChatProps = {
  hub: HubInfo
  /** With the models that are served here. */
  group: ChatGroup
  /** Null for a new one. */
  conversation: Conversation | null
  /** The first page of the list; null when it could not be read. */
  conversations: readonly Conversation[] | null
  /** What is searched for in it, and what was found. */
  found?: Found | null
  /** When the page was made, in unix milliseconds. */
  now: number
  t: Strings
  /** More about the group, for somebody who has asked nothing yet. */
  children?: ReactNode
}
