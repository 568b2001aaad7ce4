import { useEffect, useLayoutEffect } from 'react'
import type { ChatProps } from '#islands/chat-props.ts'
import {
  keepTokenFreshLazily,
  watchChatLazily,
  withAskModule,
  withGuestModule
} from '#islands/lazily.ts'
import { openConversations } from '#stores/conversations.ts'
import { settleOwner } from '#stores/owner.ts'
import { isKeySaved } from '#stores/persisted.ts'
import { isAnswering, openThread, threadOf } from '#stores/thread.ts'

type Options = Pick<ChatProps, 'hub' | 'group' | 'conversation' | 'conversations' | 'found'>

/** Passes the page's data to the stores once, and follows an answer that is still being written. */
export function useChatInit({ hub, group, conversation, conversations, found }: Options): void {
  // This must run before any part of the page reads saved data.
  useLayoutEffect(() => settleOwner(hub), [hub])

  useEffect(() => {
    openConversations(conversations, found)
    openThread(conversation)
    if (isAnswering(threadOf(conversation))) void withAskModule(asking => asking.followAnswer())
  }, [conversation, conversations, found])

  // A guest's conversation is shown again, or moves to the user who has signed in since.
  useEffect(() => {
    if (isKeySaved('guest')) void withGuestModule(guest => guest.resumeGuestChat(group.id))
  }, [group.id])

  useEffect(() => (hub.user === null ? undefined : keepTokenFreshLazily()), [hub])
  useEffect(() => (hub.user === null ? undefined : watchChatLazily(group.id)), [hub, group.id])
}
