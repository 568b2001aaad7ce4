import { randomUUID } from 'node:crypto'
import type { SavedComparison, NewComparison, StartedRun } from '#contract/comparison.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { storableText } from '#servers/lib/storable.ts'
import { getComparison, modelsIn, type KeptModel } from '#servers/platform/comparisons/read.ts'

/** The most comparisons of a user that are kept. A further one replaces the oldest. */
const MAX_COMPARISONS = 200

/** Keeps a comparison before its runs begin, so that it is found again after a reload. */
export async function startComparison(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  userId: string,
  { kind, prompt, models }: NewComparison
): Promise<SavedComparison> {
  const id = randomUUID()
  const kept: KeptModel[] = models.map(({ service, model }) => ({
    service: storableText(service),
    model: storableText(model),
    run_id: null
  }))
  return database.transaction(async tx => {
    await tx
      .insertInto('comparison_vote')
      .values({
        id,
        user_id: userId,
        kind,
        prompt: storableText(prompt),
        models: JSON.stringify(kept),
        winner: null,
        created_at: clock.now()
      })
      .execute()
    await removeOldest(tx, userId)
    return getComparison(tx, id)
  })
}

/**
 * Names the run of one model. Runs of several models begin at the same time, so changes of a row
 * take turns.
 * @throws Problem `bad_request` naming the field, where the comparison has fewer models
 */
export function saveComparisonRun(
  database: Pick<Database, 'kind' | 'transaction'>,
  id: string,
  { place, run_id }: StartedRun
): Promise<SavedComparison> {
  return database.transaction(async tx => {
    const own = tx.selectFrom('comparison_vote').select('models').where('id', '=', id)
    const row = await own
      .$if(database.kind === 'postgres', query => query.forUpdate())
      .executeTakeFirst()
    const models = row === undefined ? [] : modelsIn(row)
    checkPlace('place', place, models.length)
    const kept = models.map((model, at) => (at === place ? { ...model, run_id } : model))
    await tx
      .updateTable('comparison_vote')
      .set({ models: JSON.stringify(kept) })
      .where('id', '=', id)
      .execute()
    return getComparison(tx, id)
  })
}

/**
 * Keeps the user's vote in place of an earlier one.
 * @param winner the place of the best model; null takes the vote back
 * @throws Problem `bad_request` naming the field, where the comparison has fewer models
 */
export function saveVote(
  database: Pick<Database, 'transaction'>,
  id: string,
  winner: number | null
): Promise<SavedComparison> {
  return database.transaction(async tx => {
    const { models } = await getComparison(tx, id)
    if (winner !== null) checkPlace('winner', winner, models.length)
    await tx.updateTable('comparison_vote').set({ winner }).where('id', '=', id).execute()
    return getComparison(tx, id)
  })
}

/** Deletes a comparison. The chats and results that it began stay where they are. */
export async function removeComparison(db: Queries, id: string): Promise<void> {
  await db.deleteFrom('comparison_vote').where('id', '=', id).execute()
}

async function removeOldest(tx: Queries, userId: string): Promise<void> {
  const rest = tx
    .selectFrom('comparison_vote')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_COMPARISONS)
    .offset(MAX_COMPARISONS)
  await tx.deleteFrom('comparison_vote').where('id', 'in', rest).execute()
}

function checkPlace(field: string, place: number, count: number): void {
  if (place < count) return
  throw new Problem('bad_request', {
    detail: `${field}: the comparison has only ${count} models`,
    issues: [{ field, code: 'too_large' }]
  })
}
