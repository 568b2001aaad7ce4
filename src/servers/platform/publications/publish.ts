import { randomUUID } from 'node:crypto'
import type { NewPublication, Publication } from '#contract/publication.ts'
import { outputText, runPrompt } from '#core/output.ts'
import { isExploreReviewed } from '#core/switches.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { PublicationTable } from '#servers/lib/database/publication-tables.ts'
import { commitEffect } from '#servers/lib/once-calls.ts'
import { checkOffered } from '#servers/lib/site-terms.ts'
import { storableText } from '#servers/lib/storable.ts'
import { isFileBlocked, takenDownProblem } from '#servers/moderation/take-down.ts'
import { loadResult } from '#servers/platform/results/load-result.ts'
import { checkFromModel } from '#servers/platform/results/result.ts'
import { getPublication, type Asked } from '#servers/platform/publications/read.ts'

/** The most characters of a title. */
const TITLE = 200

/**
 * Shares a result by a link, and on Explore if its user wants that. The route table has checked that
 * the caller owns the task. A result that is shared already keeps its link. If an admin refused it,
 * it stays refused.
 * @throws Problem `bad_request` naming `task_id` for a result that cannot be shared; `forbidden` if
 *   the site has no Explore, or if operators took the result down; `not_found`
 */
export async function publishResult(asked: Asked, wanted: NewPublication): Promise<Publication> {
  const { context, userId, origin } = asked
  const { database, clock } = context
  const { output, listed } = wanted
  const terms = await context.terms.of(origin)
  if (listed) checkOffered(terms, 'explore')
  const { run, result, file, width, height } = await loadResult(context, wanted, each => {
    if (listed) checkFromModel(each)
  })
  if (await isFileBlocked(database.db, file)) throw takenDownProblem()
  const title = outputText(result.output, 'title') || runPrompt(result.request, result.response)
  const state = listed ? (isExploreReviewed(terms) ? 'waiting' : 'listed') : 'link'
  const now = clock.now()
  const row: PublicationTable = {
    id: randomUUID(),
    origin,
    user_id: userId,
    run_id: run.id,
    output,
    file_id: file.id,
    service: run.service,
    kind: result.kind,
    title: storableText([...title].slice(0, TITLE).join('')),
    width,
    height,
    state,
    likes: 0,
    listed_at: now,
    created_at: now,
    taken_down_at: null
  }
  const id = await commitEffect(database, tx => insertOrChange(tx, row))
  return getPublication(asked, id)
}

/** @returns the id of the result's publication */
async function insertOrChange(tx: Queries, row: PublicationTable): Promise<string> {
  await tx
    .insertInto('publication')
    .values(row)
    .onConflict(conflict => conflict.columns(['run_id', 'output']).doNothing())
    .execute()
  const kept = await tx
    .selectFrom('publication')
    .select(['id', 'state'])
    .where('run_id', '=', row.run_id)
    .where('output', '=', row.output)
    .executeTakeFirstOrThrow()
  // A user who asks for Explore once more does not wait again for a decision.
  const stays = kept.state === row.state || (row.state !== 'link' && kept.state !== 'link')
  if (stays || kept.state === 'refused') return kept.id
  const { state, origin, listed_at } = row
  await tx
    .updateTable('publication')
    .set({ state, origin, listed_at })
    .where('id', '=', kept.id)
    .execute()
  return kept.id
}

/**
 * Stops sharing a result; the result itself stays. One that was refused or taken down is shown to
 * nobody. It stays recorded, so that it cannot be shared again.
 */
export async function endPublication({ context }: Asked, id: string): Promise<null> {
  await context.database.transaction(async tx => {
    const { numDeletedRows } = await tx
      .deleteFrom('publication')
      .where('id', '=', id)
      .where('state', '!=', 'refused')
      .where('taken_down_at', 'is', null)
      .executeTakeFirst()
    if (numDeletedRows > 0n)
      await tx.deleteFrom('publication_like').where('publication_id', '=', id).execute()
  })
  return null
}
