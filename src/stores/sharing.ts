import { pageHub } from '#client/page-hub.ts'
import { retrieveConversation } from '#client/conversations.ts'
import { retrieveMessageTree, requestShare, requestUnshare } from '#client/conversation-copies.ts'
import { failureOf } from '#client/failure.ts'
import { shareAddress } from '#client/share-address.ts'
import type { Failure } from '#client/turns.ts'
import type { Conversation } from '#contract/conversation.ts'
import { toProblem } from '#core/problem.ts'
import { withCredential } from '#stores/credential.ts'

/** The result of a request: its value, or why it failed. */
export type Outcome<T> = { value: T; failure: null } | { value: null; failure: Failure }

/**
 * The link of a conversation. If operators have taken it down, the conversation cannot be shared
 * again.
 */
type SharedLink = { link: string | null; isTakenDown: boolean }

/** Reads the link of a shared conversation; null when it is not shared. */
export function readLink(id: string): Promise<Outcome<SharedLink>> {
  return outcome(async () => {
    const conversation = await withCredential(token => retrieveConversation(token, id))
    const { share, taken_down_at } = conversation
    const link = share == null ? null : shareAddress(pageHub(), share)
    return { link, isTakenDown: taken_down_at !== undefined }
  })
}

/** Creates the link of a conversation, or updates the shared copy to what the page shows now. */
export function makeLink(id: string): Promise<Outcome<string>> {
  return outcome(async () => (await withCredential(token => requestShare(token, id))).url)
}

/** Removes the link of a conversation. */
export function endLink(id: string): Promise<Outcome<null>> {
  return outcome(async () => {
    await withCredential(token => requestUnshare(token, id))
    return null
  })
}

/** Reads a conversation with all its versions, for saving as a file. */
export function readMessageTree(id: string): Promise<Outcome<Conversation>> {
  return outcome(() => withCredential(token => retrieveMessageTree(token, id)))
}

async function outcome<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work(), failure: null }
  } catch (thrown) {
    return { value: null, failure: failureOf(toProblem(thrown)) }
  }
}
