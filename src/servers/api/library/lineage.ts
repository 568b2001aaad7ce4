import { ITEM_COLUMNS, ITEM_EXCERPT, type LibraryRow } from '#servers/api/library/read.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** The most items of a list, and the most that are read for it: a task may have made several. */
const [MOST, READ] = [12, 60]

/**
 * Reads the items that an item was made from, and one item of each task that used it, the newest
 * first. All belong to the same user.
 */
export async function readLineage(
  db: Queries,
  userId: string,
  id: string
): Promise<{ parents: LibraryRow[]; children: LibraryRow[] }> {
  const sources = await db
    .selectFrom('library_source')
    .select('source_id as id')
    .where('item_id', '=', id)
    .limit(READ)
    .execute()
  const made = await db
    .selectFrom('library_source')
    .select('item_id as id')
    .where('source_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('item_id', 'desc')
    .limit(READ)
    .execute()
  const children = await readNewest(db, userId, made)
  const byTask = Map.groupBy(children, ({ run_id }) => run_id)
  return {
    parents: (await readNewest(db, userId, sources)).slice(0, MOST),
    children: [...byTask.values()].flatMap(([first]) => first ?? []).slice(0, MOST)
  }
}

async function readNewest(
  db: Queries,
  userId: string,
  chosen: readonly { id: string }[]
): Promise<LibraryRow[]> {
  if (chosen.length === 0) return []
  const rows = await db
    .selectFrom('library_item')
    .select(ITEM_COLUMNS)
    .select(ITEM_EXCERPT)
    .where(
      'id',
      'in',
      chosen.map(each => each.id)
    )
    .execute()
  return rows
    .filter(row => row.user_id === userId)
    .toSorted((one, other) => other.created_at - one.created_at)
}
