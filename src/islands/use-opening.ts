import { useEffect, useLayoutEffect } from 'react'
import type { ChatProps } from '#islands/Chat.tsx'
import { startLazily, watchLazily, withAsking } from '#islands/lazily.ts'
import { openConversations } from '#stores/conversations.ts'
import { settleOwner } from '#stores/owner.ts'
import { isAnswering, openThread, threadOf } from '#stores/thread.ts'

type Options = Pick<ChatProps, 'hub' | 'group' | 'conversation' | 'conversations'>

/** Hands what the page brings over to the stores, once, and reads on in an answer that is still being written. */
export function useOpening({ hub, group, conversation, conversations }: Options): void {
  // Before any part of the page reads what was kept.
  useLayoutEffect(() => settleOwner(hub), [hub])

  useEffect(() => {
    openConversations(conversations)
    openThread(conversation)
    if (isAnswering(threadOf(conversation))) void withAsking(asking => asking.follow(hub))
  }, [hub, conversation, conversations])

  useEffect(() => startLazily(hub), [hub])
  useEffect(() => (hub.user === null ? undefined : watchLazily(hub, group.id)), [hub, group.id])
}
