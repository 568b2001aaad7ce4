import { useEffect, useLayoutEffect } from 'react'
import type { ChatProps } from '#islands/chat-props.ts'
import { keepFreshLazily, watchLazily, withAsking, withGuest } from '#islands/lazily.ts'
import { openConversations } from '#stores/conversations.ts'
import { settleOwner } from '#stores/owner.ts'
import { isKept } from '#stores/persisted.ts'
import { isAnswering, openThread, threadOf } from '#stores/thread.ts'

type Options = Pick<ChatProps, 'hub' | 'group' | 'conversation' | 'conversations' | 'found'>

/** Hands what the page brings over to the stores, once, and reads on in an answer that is still being written. */
export function useOpening({ hub, group, conversation, conversations, found }: Options): void {
  // Before any part of the page reads what was kept.
  useLayoutEffect(() => settleOwner(hub), [hub])

  useEffect(() => {
    openConversations(conversations, found)
    openThread(conversation)
    if (isAnswering(threadOf(conversation))) void withAsking(asking => asking.follow(hub))
  }, [hub, conversation, conversations, found])

  // What was asked as a guest is read again, or becomes the person's who has signed in since.
  useEffect(() => {
    if (isKept('guest')) void withGuest(guest => guest.takeUp(hub, group.id))
  }, [hub, group.id])

  useEffect(() => (hub.user === null ? undefined : keepFreshLazily(hub)), [hub])
  useEffect(() => (hub.user === null ? undefined : watchLazily(hub, group.id)), [hub, group.id])
}
