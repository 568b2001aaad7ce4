import type { ReactNode } from 'react'
import type { SearchResults } from '#client/conversation-list.ts'
import type { HubInfo } from '#client/hub.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { ChatGroup } from '#core/chat.ts'
import type { Strings } from '#i18n/translate.ts'

/** The props that a page passes to its chat island. */
export type ChatProps = {
  hub: HubInfo
  /** The group, with the models that are served here. */
  group: ChatGroup
  /** Null for a new conversation. */
  conversation: Conversation | null
  /** The first page of the list; null when it could not be read. */
  conversations: readonly Conversation[] | null
  /** The search in the list and its results. */
  found?: SearchResults | null
  /** When the page was rendered, in unix milliseconds. */
  now: number
  t: Strings
  /** More about the group, shown until the user has asked something. */
  children?: ReactNode
}
