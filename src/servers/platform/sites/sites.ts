import { sql, type Updateable } from 'kysely'
import type { ChangeSite, NewSite, Site, SiteList } from '#contract/site.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { SiteTable } from '#servers/lib/database/people-tables.ts'
import { newSite } from '#servers/lib/first-run.ts'
import { isOperator } from '#servers/lib/operators.ts'
import { takeEffect } from '#servers/lib/once-calls.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { fieldsTaken, withEdits, type Edit } from '#servers/platform/sites/edits.ts'
import { siteColumns } from '#servers/platform/sites/fields.ts'
import { mergeChange } from '#servers/platform/sites/merge.ts'
import { carryOver } from '#servers/platform/sites/move.ts'
import { checkFree, originTaken, siteOrigin } from '#servers/platform/sites/origin.ts'
import { adoptPictures, dropUnused } from '#servers/platform/sites/pictures.ts'
import { adminsOf, toSite, type SiteRow } from '#servers/platform/sites/row.ts'

/** The site of an origin; the first item is the site. Nobody who is there already is told of other sites. */
export async function listSites(context: Context, userId: string, asked: string): Promise<SiteList> {
  const origin = await context.sites.originOf(asked)
  const rows = await context.database.db
    .selectFrom('site')
    .selectAll()
    .where('origin', '=', origin ?? '')
    .execute()
  const items = await Promise.all(rows.map(row => showSite(context, userId, row)))
  const any = items.length > 0 || (await context.database.db.selectFrom('site').select('id').limit(1).executeTakeFirst()) !== undefined
  return { items, count: items.length, ...(!any && { first_run: true }) }
}

/** @throws Problem `not_found` */
export async function getSite(context: Context, userId: string, id: string): Promise<Site> {
  const row = await context.database.db.selectFrom('site').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', { detail: `no site ${id}` })
  return showSite(context, userId, row)
}

/** A site as this person may see it. */
export async function showSite({ terms }: Context, userId: string, row: SiteRow): Promise<Site> {
  return toSite(row, { userId, switchedOff: await terms.switchedOff() })
}

/**
 * Adds a site, by an operator; its origin is one of this deployment's from then on.
 * @throws Problem `forbidden`; `duplication` naming an origin that has a site; `bad_request` naming the field
 */
export async function createSite(context: Context, userId: string, input: NewSite): Promise<Site> {
  const origin = await siteOrigin(context.sites, input.origin)
  const created = await takeEffect(context.database, async tx => {
    await checkFree(tx, origin)
    const blank = await tx
      .insertInto('site')
      .values(newSite(origin, userId, context.clock.now()))
      .onConflict(conflict => conflict.column('origin').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (blank === undefined) throw originTaken(origin)
    const columns = await siteColumns(tx, blank, input)
    if (Object.keys(columns).length === 0) return blank
    return tx.updateTable('site').set(columns).where('id', '=', blank.id).returningAll().executeTakeFirstOrThrow()
  })
  forgetSites(context)
  return showSite(context, userId, created)
}

/**
 * Changes the given fields of a site, by one of its admins or an operator. A field with its `base` is changed where nobody else has
 * changed it since it was read. Of others, with `version` only what nobody has changed since; without, the last word counts.
 * @throws Problem `forbidden` for everybody else; `duplication` naming an old `version`, or each field that somebody else
 * changed as well; `forbidden` too for a new origin by anybody but an operator; `bad_request` naming the field
 */
export async function changeSite(context: PlatformContext, userId: string, id: string, input: ChangeSite): Promise<Site> {
  const origin = input.origin ? await siteOrigin(context.sites, input.origin) : null
  const local = await context.sites.placeholder()
  const [before, changed] = await context.database.transaction(async tx => {
    const row = await lockSite(tx, id)
    if (row === undefined) throw new Problem('not_found', { detail: `no site ${id}` })
    if (!adminsOf(row).includes(userId) && !(await isOperator(tx, userId)))
      throw new Problem('forbidden', { detail: 'only the admins of a site may change it' })
    const { change, conflicts, unread } = mergeChange(seenBy(row), input)
    if (input.version != null && input.version !== row.version && (unread || input.base == null)) throw outdated(row.version)
    if (conflicts.length > 0) throw await fieldsTaken(tx, row, conflicts)
    const typed = await siteColumns(tx, row, change)
    const columns = { ...typed, ...(await newOrigin(tx, { ...row, ...typed } as SiteRow, { userId, origin, local })) }
    await adoptPictures(tx, row, columns, userId)
    return [row, await write(tx, row, columns, { by: userId, at: context.clock.now() })]
  })
  forgetSites(context)
  // What is saved is saved: files that stay behind do no harm.
  await dropUnused(context, id, before, changed).catch((error: unknown) => context.log.error({ err: error }, 'old pictures stay'))
  return showSite(context, userId, changed)
}

/** Writes columns of a site that is locked, and who did; its next version. */
function write(tx: Queries, row: SiteRow, columns: Updateable<SiteTable>, edit: Edit): Promise<SiteRow> {
  const edits = withEdits(row, seenBy(row), seenBy({ ...row, ...columns } as SiteRow), edit)
  return tx
    .updateTable('site')
    .set({ ...columns, edits, version: row.version + 1, updated_at: edit.at })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A site as its own admins see it. */
function seenBy(row: SiteRow): Site {
  return toSite(row, { userId: adminsOf(row)[0] ?? '', switchedOff: [] })
}

/** Writing it changes nothing, and makes whoever else changes this site wait for our end. Undefined when there is none. */
export function lockSite(tx: Queries, id: string): Promise<SiteRow | undefined> {
  return tx
    .updateTable('site')
    .set({ version: sql`version` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** @property local the origin that stands for this machine's loopback names */
type Moving = { userId: string; origin: string | null; local: string }

async function newOrigin(tx: Queries, row: SiteRow, { userId, origin, local }: Moving): Promise<Updateable<SiteTable>> {
  if (origin === null || origin === row.origin) return {}
  if (!(await isOperator(tx, userId)))
    throw new Problem('forbidden', { detail: 'only an operator may move a site', issues: [{ field: 'origin', code: 'not_allowed' }] })
  await checkFree(tx, origin, row.id)
  return carryOver(tx, row, { to: origin, local })
}

function outdated(version: number): Problem {
  return new Problem('duplication', {
    detail: `version: this site was changed in the meantime, it is at version ${version}`,
    issues: [{ field: 'version', code: 'outdated' }]
  })
}

/** Makes this process read sites again, as it must after each change of one. */
export function forgetSites({ sites, terms }: Context): void {
  sites.forget()
  terms.forget()
}
