import { findInList, retrieveConversation } from '#client/conversations.ts'
import type { FeedEvent } from '#client/feed.ts'
import { textAt } from '#client/json.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { ChatGroupId } from '#core/chat.ts'
import { rememberConversation, createListCheck } from '#stores/conversations.ts'
import { withCredentialSilently } from '#stores/credential.ts'
import type { Follower } from '#stores/feed-follower.ts'
import { userFeed } from '#stores/person-feed.ts'
import { createResetCheck } from '#stores/persisted.ts'
import { isRunShown, showRun } from '#stores/showing.ts'
import { $thread, changeThread, currentThread, openThread, type Thread } from '#stores/thread.ts'

/**
 * Shows what the user asks in other tabs or elsewhere: question and answer in the open
 * conversation, and the conversation in the list.
 * @returns a function that stops it
 */
export function watchOtherRuns(group: ChatGroupId): () => void {
  const feed = userFeed()
  const forget = feed.listen(event => {
    if (event.type === 'start' && event.service === 'chat') void takeUp(group, event)
  })
  feed.start()
  return forget
}

async function takeUp(group: ChatGroupId, { run, seq, data }: FeedEvent): Promise<void> {
  const stays = createResetCheck()
  const id = textAt(data, 'id')
  const follower = currentThread().id === id ? userFeed().expect(run, seq - 1) : null
  // The run may belong to the question that this page is sending. The response to that question
  // tells, so wait for it.
  await until(({ phase }) => phase !== 'asking')
  if (!stays() || isRunShown(run)) return follower?.close()
  void refreshList(group, id)
  if (follower !== null) await showOther(id, run, follower)
}

async function showOther(id: string, run: string, follower: Follower): Promise<void> {
  const conversation = await readWhenIdle(id, run).catch(() => null)
  if (conversation === null) return follower.close()
  openThread(conversation)
  if (conversation.answering !== run) return follower.close()
  changeThread({ phase: 'answering' })
  await showRun(run, follower)
}

/**
 * Reads the stored conversation while this page neither asks nor answers. Returns null if the user
 * has left it, or the page shows the run already.
 */
async function readWhenIdle(id: string, run: string): Promise<Conversation | null> {
  for (;;) {
    await until(({ phase }) => phase === 'idle')
    if (currentThread().id !== id || isRunShown(run)) return null
    const conversation = await withCredentialSilently(token => retrieveConversation(token, id))
    const { id: now, phase } = currentThread()
    if (now === id && phase === 'idle') return conversation
  }
}

async function refreshList(group: ChatGroupId, id: string): Promise<void> {
  const stays = createListCheck()
  const conversation = await withCredentialSilently(token => findInList(token, group, id)).catch(
    () => null
  )
  if (stays() && conversation !== null) rememberConversation(conversation)
}

function until(reached: (thread: Thread) => boolean): Promise<void> {
  if (reached(currentThread())) return Promise.resolve()
  return new Promise(resolve => {
    const forget = $thread.listen(() => {
      if (!reached(currentThread())) return
      forget()
      resolve()
    })
  })
}
