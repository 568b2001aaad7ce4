import type { Json } from '#core/json.ts'
import type { ApiContext } from '#servers/api/context.ts'
import { findOwnItems, readItemText, type ChosenItem } from '#servers/api/library/items.ts'
import { removeItems } from '#servers/library/change.ts'
import { withoutResults } from '#servers/library/results.ts'
import { keepResponse } from '#servers/runs/stop.ts'

type Needs = Pick<ApiContext, 'database' | 'files' | 'tasks'>

/**
 * Deletes items with their files. A task that loses all its results is deleted in the same way as
 * on its tool's page. The receipts stay.
 * @throws Problem `not_found` if one belongs to somebody else; then nothing is deleted
 */
export async function deleteItems(
  context: Needs,
  userId: string,
  ids: readonly string[]
): Promise<number> {
  const rows = await findOwnItems(context.database.db, userId, ids)
  const runs = Map.groupBy(rows, ({ run_id }) => run_id)
  for (const [runId, chosen] of runs) {
    if (runId === null) await context.files.drop(filesIn(chosen))
    else if (await hasOthers(context, runId, chosen)) await removeSome(context, runId, chosen)
    else await context.tasks.remove(runId)
  }
  return rows.length
}

async function hasOthers(
  { database }: Needs,
  runId: string,
  chosen: readonly ChosenItem[]
): Promise<boolean> {
  const other = await database.db
    .selectFrom('library_item')
    .select('id')
    .where('run_id', '=', runId)
    .where('id', 'not in', idsIn(chosen))
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Removes some results of a task, also from its response, which its tool's page shows. */
async function removeSome(
  { database, files }: Needs,
  runId: string,
  chosen: readonly ChosenItem[]
): Promise<void> {
  const gone = new Set(
    await Promise.all(chosen.map(({ id, file_id }) => file_id ?? readItemText(database.db, id)))
  )
  await database.transaction(async tx => {
    const run = await tx
      .selectFrom('run')
      .select('response')
      .where('id', '=', runId)
      .executeTakeFirst()
    await removeItems(tx, idsIn(chosen))
    if (run === undefined || run.response === null) return
    const left = withoutResults(JSON.parse(run.response) as Json, gone)
    await keepResponse(tx, runId, JSON.stringify(left))
  })
  await files.drop(filesIn(chosen))
}

function idsIn(rows: readonly ChosenItem[]): string[] {
  return rows.map(({ id }) => id)
}

function filesIn(rows: readonly ChosenItem[]): string[] {
  return rows.flatMap(row => [row.file_id, row.poster_id]).filter(id => id !== null)
}
