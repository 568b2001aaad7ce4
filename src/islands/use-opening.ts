import { useEffect, useLayoutEffect } from 'react'
import type { ChatProps } from '#islands/chat-props.ts'
import { keepFreshLazily, watchLazily, withAsking, withGuest } from '#islands/lazily.ts'
import { openConversations } from '#stores/conversations.ts'
import { settleOwner } from '#stores/owner.ts'
import { isKept } from '#stores/persisted.ts'
import { isAnswering, openThread, threadOf } from '#stores/thread.ts'

type Options = Pick<ChatProps, 'hub' | 'group' | 'conversation' | 'conversations' | 'found'>

/** Passes the page's data to the stores once, and follows an answer that is still being written. */
export function useOpening({ hub, group, conversation, conversations, found }: Options): void {
  // This must run before any part of the page reads saved data.
  useLayoutEffect(() => settleOwner(hub), [hub])

  useEffect(() => {
    openConversations(conversations, found)
    openThread(conversation)
    if (isAnswering(threadOf(conversation))) void withAsking(asking => asking.followAnswer())
  }, [conversation, conversations, found])

  // A guest's conversation is shown again, or moves to the user who has signed in since.
  useEffect(() => {
    if (isKept('guest')) void withGuest(guest => guest.takeUp(group.id))
  }, [group.id])

  useEffect(() => (hub.user === null ? undefined : keepFreshLazily()), [hub])
  useEffect(() => (hub.user === null ? undefined : watchLazily(group.id)), [hub, group.id])
}
