import { deleteConversation as sendDelete, renameConversation as sendName } from '#client/conversations.ts'
import { pinConversation as sendPin, restoreConversation as sendRestore } from '#client/conversation-shelf.ts'
import { failureOf } from '#client/failure.ts'
import type { HubInfo } from '#client/hub.ts'
import type { Failure } from '#client/turns.ts'
import { Problem, toProblem } from '#core/problem.ts'
import { placeConversation, takeFromFound } from '#stores/conversation-places.ts'
import { removeConversation, unforget, untilRelisted } from '#stores/conversations.ts'
import { withCredential } from '#stores/credential.ts'
import { placeOf } from '#stores/attachments.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'
import { onReset, untilReset } from '#stores/persisted.ts'
import { changeThread, currentThread, moveTo } from '#stores/thread.ts'

/** Which name a conversation was given last: only that one is shown. */
const named = new Map<string, symbol>()

/** What had not been sent in those that were deleted here: it comes back with them. By place of a draft. */
const unsent = new Map<string, string>()

onReset(() => {
  named.clear()
  unsent.clear()
})

/** Gives a conversation another name, in the list and where it is open. @returns why not; null when it has it */
export async function renameConversation(hub: HubInfo, id: string, title: string): Promise<Failure | null> {
  const mine = Symbol(title)
  named.set(id, mine)
  const isLast = (): boolean => named.get(id) === mine
  const listed = untilRelisted()
  try {
    const { messages: _, ...conversation } = await withCredential(hub, token => sendName(hub, token, id, title))
    if (isLast() && listed()) placeConversation(conversation)
    if (isLast() && currentThread().id === id) changeThread({ title: conversation.title })
    return null
  } catch (thrown) {
    return failureOf(toProblem(thrown))
  }
}

/** Puts a conversation above all others, or back among them. @returns why not; null when it is there */
export async function pinConversation(hub: HubInfo, id: string, pinned: boolean): Promise<Failure | null> {
  const listed = untilRelisted()
  try {
    const { messages: _, ...conversation } = await withCredential(hub, token => sendPin(hub, token, id, pinned))
    if (listed()) placeConversation({ ...conversation, pinned })
    return null
  } catch (thrown) {
    return failureOf(toProblem(thrown))
  }
}

/** Brings back a conversation that was deleted a moment ago, to where it was. @returns why not; null when it is back */
export async function restoreConversation(hub: HubInfo, id: string): Promise<Failure | null> {
  const stays = untilReset()
  try {
    const conversation = await withCredential(hub, token => sendRestore(hub, token, id))
    if (!stays()) return null
    unforget(id)
    for (const place of placesOf(id)) saveDraft(place, unsent.get(place) ?? readDraft(place))
    placeConversation(conversation)
    return null
  } catch (thrown) {
    return failureOf(toProblem(thrown))
  }
}

/** Deletes a conversation with all that was said in it, and what was not sent yet. @returns why not; null when it is gone */
export async function deleteConversation(hub: HubInfo, id: string): Promise<Failure | null> {
  const stays = untilReset()
  try {
    await withCredential(hub, token => sendDelete(hub, token, id))
  } catch (thrown) {
    // Deleted already, elsewhere.
    if (!(thrown instanceof Problem) || thrown.code !== 'not_found') return failureOf(toProblem(thrown))
  }
  if (stays()) forget(id)
  return null
}

function forget(id: string): void {
  named.delete(id)
  removeConversation(id)
  takeFromFound(id)
  for (const place of placesOf(id)) {
    unsent.set(place, readDraft(place))
    saveDraft(place, '')
  }
  if (currentThread().id === id) moveTo(null)
}

/** Under which names words and files that were not sent are kept. */
function placesOf(id: string): string[] {
  return [id, placeOf(id)]
}
