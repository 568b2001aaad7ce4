import { groupOf, importConversation, type ImportedConversation } from '#client/conversation-copies.ts'
import { failureOf } from '#client/failure.ts'
import type { HubInfo } from '#client/hub.ts'
import type { Failure } from '#client/turns.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { ChatGroupId } from '#core/chat.ts'
import { toProblem } from '#core/problem.ts'
import { withCredential } from '#stores/credential.ts'

/** What came of an import. `refused`: titles that the server would not keep, each with its reason. */
export type Imports = { kept: readonly Conversation[]; refused: readonly { title: string; failure: Failure }[]; stopped: Failure | null }

type Options = {
  group: ChatGroupId
  /** Names this choice of conversations: with the same one none is kept twice. */
  key: string
  onProgress(done: number): void
  /** Has the person closed the dialog? What is kept stays. */
  isOver(): boolean
}

/** Sends conversations one after the other. One that is refused does not end it; without a way to the server it ends. */
export async function importAll(hub: HubInfo, conversations: readonly ImportedConversation[], options: Options): Promise<Imports> {
  const { group, key, onProgress, isOver } = options
  const kept: Conversation[] = []
  const refused: { title: string; failure: Failure }[] = []
  for (const [index, each] of conversations.entries()) {
    if (isOver()) break
    try {
      kept.push(await withCredential(hub, token => importConversation(hub, token, each, group, `${key}-${index}`)))
    } catch (thrown) {
      const problem = toProblem(thrown)
      if (problem.code !== 'bad_request' && problem.code !== 'content_too_large') return { kept, refused, stopped: failureOf(problem) }
      refused.push({ title: each.title, failure: failureOf(problem) })
    }
    onProgress(index + 1)
  }
  return { kept, refused, stopped: null }
}

/** The group in which a conversation is found; the given one where nobody says another. */
export async function placeOf(hub: HubInfo, { model }: Pick<Conversation, 'model'>, group: ChatGroupId): Promise<string> {
  return (await groupOf(hub, model).catch(() => null)) ?? group
}
