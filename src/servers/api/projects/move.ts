import type { ProjectMove } from '#contract/project.ts'
import type { ApiContext } from '#servers/api/context.ts'
import { findOwnItems } from '#servers/api/library/items.ts'
import { checkOwnChats, moveChats } from '#servers/api/projects/chats.ts'
import { checkOwner } from '#servers/lib/owners.ts'
import { moveItems } from '#servers/library/change.ts'

/**
 * Moves items of the library and chats of a user into a project, or out of their projects.
 * @returns the number of those that were named, each counted once
 * @throws Problem `not_found` if the project, an item or a chat is missing or belongs to somebody
 *   else; then nothing is moved
 */
export async function moveContents(
  { database }: Pick<ApiContext, 'database'>,
  userId: string,
  { project_id: projectId, items, chats }: ProjectMove
): Promise<number> {
  return database.transaction(async tx => {
    // Another tab may have deleted it since the call arrived.
    if (projectId !== null) await checkOwner(tx, 'project', projectId, userId)
    // PostgreSQL takes no empty list.
    if (items.length > 0) {
      await findOwnItems(tx, userId, items)
      await moveItems(tx, items, projectId)
    }
    if (chats.length > 0) {
      await checkOwnChats(tx, userId, chats)
      await moveChats(tx, chats, projectId)
    }
    return new Set(items).size + new Set(chats).size
  })
}
