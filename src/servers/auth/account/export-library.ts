import { iterateRowsByTime, withIsoTimes } from '#servers/auth/account/export-lists.ts'
import type { Json } from '#core/provider.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/**
 * Lists a user's library. Whole prompts and texts are in the list of runs, and addresses in the
 * list of files.
 */
export async function* exportLibrary(db: Queries, userId: string): AsyncGenerator<object> {
  const own = db
    .selectFrom('library_item')
    .select(['id', 'kind', 'service', 'model', 'run_id', 'file_id', 'prompt', 'title'])
    .select(['favourite', 'rating', 'project_id', 'created_at'])
    .where('user_id', '=', userId)
  for await (const row of iterateRowsByTime(own)) yield withIsoTimes(row)
}

/** Lists a user's projects. Items of the library and conversations name theirs. */
export async function exportProjects(db: Queries, userId: string): Promise<object[]> {
  const rows = await db
    .selectFrom('project')
    .select(['id', 'name', 'colour', 'archived_at', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(withIsoTimes)
}

/** Lists a user's saved settings of tools. */
export async function* exportPresets(db: Queries, userId: string): AsyncGenerator<object> {
  const own = db
    .selectFrom('preset')
    .select(['id', 'service', 'action', 'name', 'settings', 'prompt', 'style', 'created_at'])
    .where('user_id', '=', userId)
  for await (const row of iterateRowsByTime(own))
    yield withIsoTimes({ ...row, settings: JSON.parse(row.settings ?? 'null') as Json })
}

/** Lists a user's comparisons of models, with their votes. */
export async function* exportComparisons(db: Queries, userId: string): AsyncGenerator<object> {
  const own = db
    .selectFrom('comparison_vote')
    .select(['id', 'kind', 'prompt', 'models', 'winner', 'created_at'])
    .where('user_id', '=', userId)
  for await (const row of iterateRowsByTime(own))
    yield withIsoTimes({ ...row, models: JSON.parse(row.models) as Json })
}
