import { setImmediate } from 'node:timers/promises'
import { sql, type Selectable, type Updateable } from 'kysely'
import { Problem } from '#core/problem.ts'
import type { ConversationTable } from '#servers/lib/database/chat-tables.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { deleteConversationEvents, deleteMessageEvents } from '#servers/runs/event-rows.ts'

/** Bytes that a message counts beside its text, for its other fields in a response. */
const PER_MESSAGE = 300

/**
 * Most bytes in one conversation, and in one response about conversations. 2 MB serialize within 50
 * ms.
 */
export const MAX_CONVERSATION_BYTES = 2_000_000

/**
 * Maximum bytes of one conversation in a response, since its last answer may exceed the limit
 * above.
 */
export const MAX_RESPONSE_BYTES = MAX_CONVERSATION_BYTES + 600_000

/** Most bytes of text to index or remove in one step: SQLite's index takes some 1 MB a second. */
const PIECE = 30_000

/** Most messages to write or remove in one step. */
const MESSAGES = 100

/** Size of a message in bytes. @param content as the database stores it */
export function messageSize({
  content,
  reasoning
}: {
  content: string
  reasoning: string
}): number {
  return Buffer.byteLength(content) + Buffer.byteLength(reasoning) + PER_MESSAGE
}

/** Size of a stored message in bytes, as an SQL expression. */
export const STORED_MESSAGE_SIZE = sql<number>`octet_length(content) + octet_length(reasoning) + ${sql.lit(PER_MESSAGE)}`

/**
 * Updates the stored size of a conversation. Call it after each change of messages, in the same
 * transaction.
 * @param change other columns that change with them
 */
export async function updateConversationSize(
  tx: Queries,
  id: string,
  change: Pick<Updateable<ConversationTable>, 'leaf_id' | 'updated_at'> = {}
): Promise<Pick<Selectable<ConversationTable>, 'user_id' | 'listed'> | undefined> {
  const size = sql<number>`coalesce((select sum(${STORED_MESSAGE_SIZE}) from message where conversation_id = ${id}), 0)`
  return tx
    .updateTable('conversation')
    .set({ size, ...change })
    .where('id', '=', id)
    .returning(['user_id', 'listed'])
    .executeTakeFirst()
}

/** @throws Problem `content_too_large` for more bytes than a conversation may hold */
export function checkConversationSize(size: number): void {
  if (size <= MAX_CONVERSATION_BYTES) return
  throw new Problem('content_too_large', {
    detail: `a conversation holds at most ${MAX_CONVERSATION_BYTES} bytes: start another one`,
    issues: [{ field: 'id', code: 'conversation_full' }]
  })
}

/**
 * Splits rows into pieces that a database writes within some milliseconds. Each piece has at least
 * one row.
 * @param most bytes of a piece with several rows
 */
export function splitIntoBatches<Row>(
  rows: readonly Row[],
  sizeOf: (row: Row) => number,
  most = PIECE
): Row[][] {
  const pieces: Row[][] = []
  let size = Infinity
  for (const row of rows) {
    size += sizeOf(row)
    const last = pieces.at(-1)
    if (last !== undefined && size <= most && last.length < MESSAGES) last.push(row)
    else {
      pieces.push([row])
      size = sizeOf(row)
    }
  }
  return pieces
}

/**
 * Deletes conversations permanently, a few messages at a time, so that no other query waits long.
 */
export async function removeConversations(db: Queries, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const rows = await db
      .selectFrom('message')
      .select(['id', STORED_MESSAGE_SIZE.as('size')])
      .where('conversation_id', '=', id)
      .execute()
    for (const piece of splitIntoBatches(rows, row => Number(row.size))) {
      const gone = piece.map(row => row.id)
      await deleteMessageEvents(db, gone)
      await db.deleteFrom('message').where('id', 'in', gone).execute()
      await setImmediate()
    }
    await deleteConversationEvents(db, id)
    await db.deleteFrom('conversation').where('id', '=', id).execute()
    await setImmediate()
  }
}

/**
 * Deletes conversations of erased users, see `eraseUser`. A sweep calls it again, in case of a
 * crash.
 */
export async function removeOrphans(db: Queries): Promise<void> {
  const orphans = await db
    .selectFrom('conversation')
    .select('id')
    .where('user_id', '=', '')
    .where('deleted_at', '=', 0)
    .execute()
  await removeConversations(
    db,
    orphans.map(({ id }) => id)
  )
}
