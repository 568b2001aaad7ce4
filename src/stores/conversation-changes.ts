import { attachmentsKey } from '#stores/attachments.ts'
import { requestDeletion as sendDelete, requestRename as sendName } from '#client/conversations.ts'
import { requestPin as sendPin, requestRestore as sendRestore } from '#client/conversation-shelf.ts'
import { failureOf } from '#client/failure.ts'
import type { Failure } from '#client/turns.ts'
import { Problem, toProblem } from '#core/problem.ts'
import { upsertConversation, removeSearchResult } from '#stores/conversation-places.ts'
import { removeConversation, unmarkDeleted, createListCheck } from '#stores/conversations.ts'
import { withCredential } from '#stores/credential.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'
import { onReset, createResetCheck } from '#stores/persisted.ts'
import { changeThread, currentThread, switchThread } from '#stores/thread.ts'

/** The last rename of each conversation. Responses to earlier renames are ignored. */
const named = new Map<string, symbol>()

/**
 * Unsent text and files of conversations that were deleted on this page, by draft key. Restoring a
 * conversation restores them.
 */
const unsent = new Map<string, string>()

onReset(() => {
  named.clear()
  unsent.clear()
})

/**
 * Renames a conversation, in the list and where it is open.
 * @returns the failure, or null on success
 */
export async function renameConversation(id: string, title: string): Promise<Failure | null> {
  const mine = Symbol(title)
  named.set(id, mine)
  const isLast = (): boolean => named.get(id) === mine
  const listed = createListCheck()
  try {
    const { messages: _, ...conversation } = await withCredential(token =>
      sendName(token, id, title)
    )
    if (isLast() && listed()) upsertConversation(conversation)
    if (isLast() && currentThread().id === id) changeThread({ title: conversation.title })
    return null
  } catch (thrown) {
    return failureOf(toProblem(thrown))
  }
}

/**
 * Pins a conversation above all others, or unpins it.
 * @returns the failure, or null on success
 */
export async function pinConversation(id: string, pinned: boolean): Promise<Failure | null> {
  const listed = createListCheck()
  try {
    const { messages: _, ...conversation } = await withCredential(token =>
      sendPin(token, id, pinned)
    )
    if (listed()) upsertConversation({ ...conversation, pinned })
    return null
  } catch (thrown) {
    return failureOf(toProblem(thrown))
  }
}

/**
 * Restores a conversation that was deleted a moment ago, with its unsent text and files.
 * @returns the failure, or null on success
 */
export async function restoreConversation(id: string): Promise<Failure | null> {
  const stays = createResetCheck()
  try {
    const conversation = await withCredential(token => sendRestore(token, id))
    if (!stays()) return null
    unmarkDeleted(id)
    for (const place of placesOf(id)) saveDraft(place, unsent.get(place) ?? readDraft(place))
    upsertConversation(conversation)
    return null
  } catch (thrown) {
    return failureOf(toProblem(thrown))
  }
}

/**
 * Deletes a conversation with its messages, unsent text and unsent files.
 * @returns the failure, or null on success
 */
export async function discardConversation(id: string): Promise<Failure | null> {
  const stays = createResetCheck()
  try {
    await withCredential(token => sendDelete(token, id))
  } catch (thrown) {
    // Code `not_found` is no failure: the conversation was already deleted elsewhere.
    if (!(thrown instanceof Problem) || thrown.code !== 'not_found')
      return failureOf(toProblem(thrown))
  }
  if (stays()) forget(id)
  return null
}

function forget(id: string): void {
  named.delete(id)
  removeConversation(id)
  removeSearchResult(id)
  for (const place of placesOf(id)) {
    unsent.set(place, readDraft(place))
    saveDraft(place, '')
  }
  if (currentThread().id === id) switchThread(null)
}

/** Returns the keys of a conversation's unsent text and files. */
function placesOf(id: string): string[] {
  return [id, attachmentsKey(id)]
}
