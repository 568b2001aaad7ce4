import {
  findModelGroup,
  requestImport,
  type ImportedConversation
} from '#client/conversation-copies.ts'
import { failureOf } from '#client/failure.ts'
import type { Failure } from '#client/turns.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { ChatGroupId } from '#core/chat.ts'
import { toProblem } from '#core/problem.ts'
import { withCredential } from '#stores/credential.ts'

/**
 * The result of an import. `refused` lists the titles that the server refused, each with its
 * reason.
 */
export type ImportResult = {
  kept: readonly Conversation[]
  refused: readonly { title: string; failure: Failure }[]
  stopped: Failure | null
}

type Options = {
  group: ChatGroupId
  /**
   * Identifies this selection of conversations. A second import with the same key stores none
   * twice.
   */
  key: string
  onProgress(done: number): void
  /** Returns true when the user has closed the dialog. Conversations stored until then remain. */
  isOver(): boolean
}

/**
 * Sends conversations one after the other. It continues after a refused one and stops when the
 * server cannot be reached or fails.
 */
export async function importConversations(
  conversations: readonly ImportedConversation[],
  options: Options
): Promise<ImportResult> {
  const { group, key, onProgress, isOver } = options
  const kept: Conversation[] = []
  const refused: { title: string; failure: Failure }[] = []
  for (const [index, each] of conversations.entries()) {
    if (isOver()) break
    try {
      kept.push(await withCredential(token => requestImport(token, each, group, `${key}-${index}`)))
    } catch (thrown) {
      const problem = toProblem(thrown)
      if (problem.code !== 'bad_request' && problem.code !== 'content_too_large')
        return { kept, refused, stopped: failureOf(problem) }
      refused.push({ title: each.title, failure: failureOf(problem) })
    }
    onProgress(index + 1)
  }
  return { kept, refused, stopped: null }
}

/**
 * Returns the group of a conversation's model, or the given group if the server does not know the
 * model.
 */
export async function findImportGroup(
  { model }: Pick<Conversation, 'model'>,
  group: ChatGroupId
): Promise<string> {
  return (await findModelGroup(model).catch(() => null)) ?? group
}
