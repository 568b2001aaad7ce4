import { randomUUID } from 'node:crypto'
import type { FeaturedResult, NewFeaturedResult } from '#contract/featured.ts'
import { MOST_FEATURED } from '#core/featured.ts'
import { Problem } from '#core/problem.ts'
import { fileBase } from '#servers/files/address.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { commitEffect } from '#servers/lib/once-calls.ts'
import { isOperator } from '#servers/lib/operators.ts'
import { loadToolFinder } from '#servers/lib/own-services.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { loadResult } from '#servers/platform/results/load-result.ts'
import {
  checkFromModel,
  findShownOutput,
  toFeatured,
  unfitTaskProblem,
  type ShownRun
} from '#servers/platform/results/result.ts'
import { adminsOf } from '#servers/platform/sites/row.ts'
import { lockSite } from '#servers/platform/sites/sites.ts'

/** A call that concerns the featured results of a site, by its id. */
type Asked = { context: PlatformContext; userId: string; url: URL; siteId: string }

type Filter = { service?: string | undefined; limit: number; offset: number }

/**
 * Lists the featured results of a site in its order. Results whose task or file is gone are left
 * out, and so are those of a blocked user.
 * @throws Problem `not_found` for an unknown site
 */
export async function listFeatured(
  { context, userId, url, siteId }: Asked,
  { service, limit, offset }: Filter
): Promise<{ items: FeaturedResult[]; count: number }> {
  const { db } = context.database
  const site = await findSite(db, siteId)
  const reader = {
    base: fileBase(context.config, url),
    isAdmin: userId !== '' && (adminsOf(site).includes(userId) || (await isOperator(db, userId)))
  }
  const findTool = await loadToolFinder(context)
  const items = (await rowsAt(db, site.origin)).flatMap(row => {
    const run = { ...row, id: row.run_id }
    const result = findShownOutput(run, row.output, findTool)
    return result === null || result.fileId !== row.file_id
      ? []
      : [toFeatured(row, run, result, reader)]
  })
  const found = service === undefined ? items : items.filter(each => each.service === service)
  return { items: found.slice(offset, offset + limit), count: found.length }
}

/**
 * Features a result at the first position of the site's list. The route table has checked that the
 * caller is an admin of the site and owns the task. A result that is already featured keeps its
 * position.
 * @throws Problem `bad_request` naming `task_id` for a result of the sandbox or of another site,
 *   and when the site's list is full; `not_found`
 */
export async function featureResult(
  asked: Asked,
  chosen: NewFeaturedResult
): Promise<FeaturedResult> {
  const { context, userId, siteId } = asked
  const { database, clock } = context
  const { origin } = await findSite(database.db, siteId)
  const { run, file, width, height } = await loadResult(context, chosen, each =>
    checkGenuineResult(each, origin)
  )
  const row = {
    id: randomUUID(),
    origin,
    run_id: run.id,
    output: chosen.output,
    file_id: file.id,
    user_id: userId,
    width,
    height,
    created_at: clock.now()
  }
  const id = await commitEffect(database, async tx => {
    await lockSite(tx, siteId)
    await removeDead(tx, origin)
    const there = await orderAt(tx, origin)
    const same = there.find(each => each.run_id === run.id && each.output === chosen.output)
    if (same !== undefined) return same.id
    if (there.length >= MOST_FEATURED)
      throw unfitTaskProblem('too_many', `the site already features ${MOST_FEATURED} results`)
    const position = Math.min(0, ...there.map(each => each.position)) - 1
    await tx
      .insertInto('featured')
      .values({ ...row, position })
      .execute()
    return row.id
  })
  const { items } = await listFeatured(asked, { limit: MOST_FEATURED, offset: 0 })
  const made = items.find(each => each.id === id)
  if (made === undefined) throw new Problem('not_found', { detail: 'the result was removed' })
  return made
}

/** Removes a result from the site's list; the result itself stays. */
export async function removeFeatured({ context, siteId }: Asked, id: string): Promise<null> {
  const { db } = context.database
  const { origin } = await findSite(db, siteId)
  await db.deleteFrom('featured').where('id', '=', id).where('origin', '=', origin).execute()
  return null
}

/** Puts the site's featured results in this order. Those that it does not name come after them. */
export async function reorderFeatured(
  asked: Asked,
  ids: readonly string[]
): Promise<{ items: FeaturedResult[]; count: number }> {
  const { context, siteId } = asked
  await context.database.transaction(async tx => {
    const site = await lockSite(tx, siteId)
    if (site === undefined) throw new Problem('not_found', { detail: `no site ${siteId}` })
    const own = (await orderAt(tx, site.origin)).map(({ id }) => id)
    const ordered = new Set([...ids.filter(id => own.includes(id)), ...own])
    for (const [position, id] of [...ordered].entries())
      await tx.updateTable('featured').set({ position }).where('id', '=', id).execute()
  })
  return listFeatured(asked, { limit: MOST_FEATURED, offset: 0 })
}

/**
 * Checks that a model of a real provider made the result at this site.
 * @throws Problem `bad_request` naming `task_id`
 */
function checkGenuineResult(run: ShownRun, origin: string): void {
  checkFromModel(run)
  if (run.origin !== origin)
    throw unfitTaskProblem('elsewhere', 'the result was made at another site')
}

async function findSite(db: Queries, id: string): Promise<{ origin: string; admins: string }> {
  const site = await db
    .selectFrom('site')
    .select(['origin', 'admins'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (site === undefined) throw new Problem('not_found', { detail: `no site ${id}` })
  return site
}

function orderAt(tx: Queries, origin: string) {
  return tx
    .selectFrom('featured')
    .select(['id', 'run_id', 'output', 'position'])
    .where('origin', '=', origin)
    .orderBy('position')
    .orderBy('id')
    .limit(MOST_FEATURED)
    .execute()
}

/** Removes rows whose file was deleted, with its task or alone. Nobody sees them any more. */
async function removeDead(tx: Queries, origin: string): Promise<void> {
  await tx
    .deleteFrom('featured')
    .where('origin', '=', origin)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('file')
            .select('file.id')
            .whereRef('file.id', '=', 'featured.file_id')
            .where('file.blob', '!=', '')
        )
      )
    )
    .execute()
}

/** Selects the featured results that anybody may see now, with their runs. */
function rowsAt(db: Queries, origin: string) {
  return db
    .selectFrom('featured')
    .innerJoin('run', 'run.id', 'featured.run_id')
    .innerJoin('file', 'file.id', 'featured.file_id')
    .leftJoin('taken_file', 'taken_file.file_id', 'featured.file_id')
    .leftJoin('block', 'block.user_id', 'featured.user_id')
    .select([
      'featured.id',
      'featured.run_id',
      'featured.output',
      'featured.file_id',
      'featured.width',
      'featured.height',
      'featured.created_at',
      'run.service',
      'run.action',
      'run.origin',
      'run.state',
      'run.fund',
      'run.provider',
      'run.request',
      'run.response'
    ])
    .where('featured.origin', '=', origin)
    .where('run.deleted_at', 'is', null)
    .where('file.blob', '!=', '')
    .where('taken_file.file_id', 'is', null)
    .where('block.user_id', 'is', null)
    .orderBy('featured.position')
    .orderBy('featured.id')
    .limit(MOST_FEATURED)
    .execute()
}
