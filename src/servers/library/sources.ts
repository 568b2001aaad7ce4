import { findService } from '#catalog/index.ts'
import { sourceFieldNames } from '#core/field.ts'
import { findTaskAction, type Output } from '#core/output.ts'
import { fileIdIn } from '#servers/files/file-id.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import { resultsOf } from '#servers/library/results.ts'

type Run = Pick<RunRow, 'user_id' | 'service' | 'action' | 'request'>

/**
 * Stores that items were made from other items of their user: from the files and the earlier
 * results that the request of their task names.
 * @param itemIds the results of the task
 * @param now unix milliseconds
 */
export async function addSources(
  tx: Queries,
  run: Run,
  itemIds: readonly string[],
  now: number
): Promise<void> {
  const sources = await findSources(tx, run)
  const rows = itemIds.flatMap(item_id =>
    sources.map(source_id => ({ item_id, source_id, created_at: now }))
  )
  if (rows.length > 0) await tx.insertInto('library_source').values(rows).execute()
}

/** Finds the items that the request of a task names. Files that are in no library are left out. */
async function findSources(db: Queries, run: Run): Promise<string[]> {
  const names = namesIn(run)
  if (names.size === 0) return []
  const fileIds = [...names, ...(await findNamedResults(db, run.user_id, names))]
  const items = await db
    .selectFrom('library_item')
    .select(['id', 'user_id'])
    .where('file_id', 'in', fileIds)
    .execute()
  return items.filter(({ user_id }) => user_id === run.user_id).map(({ id }) => id)
}

/** Returns the ids of files and the names of earlier results in the request of a task. */
function namesIn({ service, action, request }: Run): Set<string> {
  const values = JSON.parse(request ?? '{}') as Output
  const known = findService(service)
  const fields = known && findTaskAction(known, action)?.action.fields
  // An operator's own service may have changed since the task, so each address counts.
  if (fields === undefined) return new Set(textsIn(Object.values(values)).flatMap(fileIdAt))
  const given = textsIn(sourceFieldNames(fields).map(name => values[name]))
  return new Set(given.map(text => fileIdAt(text)[0] ?? text))
}

function textsIn(values: readonly unknown[]): string[] {
  return values.flat().filter(value => typeof value === 'string')
}

function fileIdAt(address: string): string[] {
  const id = fileIdIn(URL.parse(address)?.pathname ?? address)
  return id === null ? [] : [id]
}

/**
 * Finds the results whose outputs have one of these names, or contain one of these files. A
 * follow-up may take another file of an output than the one in the library, such as a smaller image.
 * @returns the ids of their files in the library
 */
async function findNamedResults(
  db: Queries,
  userId: string,
  names: ReadonlySet<string>
): Promise<string[]> {
  const all = [...names]
  const makers = db
    .selectFrom('output_name')
    .select('run_id')
    .where('name', 'in', all)
    .union(
      db
        .selectFrom('file')
        .select('run_id')
        .where('id', 'in', all)
        .$narrowType<{ run_id: string }>()
    )
  const runs = await db
    .selectFrom('run')
    .select(['user_id', 'service', 'action', 'response'])
    .where('id', 'in', makers)
    .execute()
  const isNamed = (output: Output): boolean =>
    Object.values(output)
      .flat()
      .some(value => names.has(fileIdIn(String(value)) ?? String(value)))
  return runs
    .filter(({ user_id }) => user_id === userId)
    .flatMap(run => resultsOf(run, JSON.parse(run.response ?? '{}') as Output, isNamed))
    .flatMap(({ fileId }) => fileId ?? [])
}
