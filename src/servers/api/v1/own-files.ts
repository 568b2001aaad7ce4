import { findShelfModel } from '#catalog/chat/shelf.server.ts'
import type { ChatModel, MessagePart } from '#core/chat.ts'
import { Problem } from '#core/problem.ts'
import type { ChatTurn } from '#core/provider.ts'
import { partUrl } from '#core/chat-part.ts'
import { readReferences } from '#servers/api/chat/references.ts'
import type { ApiContext } from '#servers/api/context.ts'
import { readShelf } from '#servers/lib/chat-shelf.ts'
import type { CredentialCaller } from '#servers/lib/credential.ts'

/**
 * Replaces the addresses of the caller's own files, so that a vendor gets their bytes.
 * @throws Problem `bad_request` for an address of ours that leads to no file of the caller
 */
export async function inlineOwnFiles(
  context: ApiContext,
  caller: CredentialCaller,
  name: string,
  turns: readonly ChatTurn[]
): Promise<ChatTurn[]> {
  const model = findShelfModel(await readShelf(context), name)
  if (model === undefined) return [...turns]
  const known: ChatTurn[] = []
  for (const turn of turns) {
    const { content } = turn
    if (typeof content === 'string') known.push(turn)
    else
      known.push({
        ...turn,
        content: await Promise.all(content.map(part => ownPart(context, caller, model, part)))
      })
  }
  return known
}

async function ownPart(
  context: ApiContext,
  caller: CredentialCaller,
  model: ChatModel,
  part: MessagePart
): Promise<MessagePart> {
  if (part.type === 'text' || !(await context.files.isOurs(partUrl(part)))) return part
  const found = await readReferences(context, { caller, references: [partUrl(part)] }, model).catch(
    (thrown: unknown) => {
      throw thrown instanceof Problem ? inMessages(thrown) : thrown
    }
  )
  return found[0] ?? part
}

function inMessages({ code, detail, issues }: Problem): Problem {
  return new Problem(code, {
    detail,
    issues: issues.map(issue => ({ ...issue, field: 'messages' }))
  })
}
