import { retrieveConversation } from '#client/conversations.ts'
import { retrieveTree, shareConversation, unshareConversation } from '#client/conversation-copies.ts'
import { failureOf } from '#client/failure.ts'
import type { HubInfo } from '#client/hub.ts'
import { shareAddress } from '#client/share-address.ts'
import type { Failure } from '#client/turns.ts'
import type { Conversation } from '#contract/conversation.ts'
import { toProblem } from '#core/problem.ts'
import { withCredential } from '#stores/credential.ts'

/** What became of a call: its answer, or why there is none. */
export type Outcome<T> = { value: T; failure: null } | { value: null; failure: Failure }

/** Where a conversation is shared; null when it is not. */
export function readLink(hub: HubInfo, id: string): Promise<Outcome<string | null>> {
  return outcome(async () => {
    const { share } = await withCredential(hub, token => retrieveConversation(hub, token, id))
    return share == null ? null : shareAddress(hub, share)
  })
}

/** Makes the link of a conversation, or brings it to what is shown now. */
export function makeLink(hub: HubInfo, id: string): Promise<Outcome<string>> {
  return outcome(async () => (await withCredential(hub, token => shareConversation(hub, token, id))).url)
}

/** Takes the link away. */
export function endLink(hub: HubInfo, id: string): Promise<Outcome<null>> {
  return outcome(async () => {
    await withCredential(hub, token => unshareConversation(hub, token, id))
    return null
  })
}

/** A conversation with all its versions, to be saved. */
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
