import { retrieveConversation } from '#client/conversations.ts'
import { retrieveTree, requestShare, requestUnshare } from '#client/conversation-copies.ts'
import { failureOf } from '#client/failure.ts'
import type { HubInfo } from '#client/hub.ts'
import { shareAddress } from '#client/share-address.ts'
import type { Failure } from '#client/turns.ts'
import type { Conversation } from '#contract/conversation.ts'
import { toProblem } from '#core/problem.ts'
import { withCredential } from '#stores/credential.ts'

/** The result of a request: its value, or why it failed. */
export type Outcome<T> = { value: T; failure: null } | { value: null; failure: Failure }

/** Reads the link of a shared conversation; null when it is not shared. */
export function readLink(hub: HubInfo, id: string): Promise<Outcome<string | null>> {
  return outcome(async () => {
    const { share } = await withCredential(hub, token => retrieveConversation(hub, token, id))
    return share == null ? null : shareAddress(hub, share)
  })
}

/** Creates the link of a conversation, or updates the shared copy to what the page shows now. */
export function makeLink(hub: HubInfo, id: string): Promise<Outcome<string>> {
  return outcome(async () => (await withCredential(hub, token => requestShare(hub, token, id))).url)
}

/** Removes the link of a conversation. */
export function endLink(hub: HubInfo, id: string): Promise<Outcome<null>> {
  return outcome(async () => {
    await withCredential(hub, token => requestUnshare(hub, token, id))
    return null
  })
}

/** Reads a conversation with all its versions, for saving as a file. */
export function readTree(hub: HubInfo, id: string): Promise<Outcome<Conversation>> {
  return outcome(() => withCredential(hub, token => retrieveTree(hub, token, id)))
}

async function outcome<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work(), failure: null }
  } catch (thrown) {
    return { value: null, failure: failureOf(toProblem(thrown)) }
  }
}
