import { sql, type Updateable } from 'kysely'
import type { ChangeSite, NewSite, Site } from '#contract/site.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/database.ts'
import type { SiteTable } from '#servers/lib/database/people-tables.ts'
import { newSite } from '#servers/lib/first-run.ts'
import { isOperator } from '#servers/lib/operators.ts'
import { takeEffect } from '#servers/lib/once-calls.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { fieldsTaken, withEdits, type Edit } from '#servers/platform/site-edits.ts'
import { siteColumns } from '#servers/platform/site-fields.ts'
import { mergeChange } from '#servers/platform/site-merge.ts'
import { siteOrigin } from '#servers/platform/site-origin.ts'
import { adoptPictures, dropUnused } from '#servers/platform/site-pictures.ts'
import { adminsOf, toSite, type SiteRow } from '#servers/platform/site-row.ts'

/** The site of an origin; the first item is the site. Nobody who is there already is told of other sites. */
export async function listSites(context: Context, userId: string, asked: string): Promise<{ items: Site[]; count: number }> {
  const origin = await context.sites.originOf(asked)
  const rows = await context.database.db
    .selectFrom('site')
    .selectAll()
    .where('origin', '=', origin ?? '')
    .execute()
  const items = await Promise.all(rows.map(row => showSite(context, userId, row)))
  return { items, count: items.length }
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
    if (blank === undefined) throw taken(origin)
    const columns = await siteColumns(tx, blank, input)
    if (Object.keys(columns).length === 0) return blank
    return tx.updateTable('site').set(columns).where('id', '=', blank.id).returningAll().executeTakeFirstOrThrow()
  })
  forget(context)
  return showSite(context, userId, created)
}

/**
 * Changes the given fields of a site, by one of its admins. A field with its `base` is changed where nobody else has
 * changed it since it was read. Of others, with `version` only what nobody has changed since; without, the last word counts.
 * @throws Problem `forbidden` for everybody else; `duplication` naming an old `version`, or each field that somebody else
 * changed as well; `forbidden` too for a new origin by anybody but an operator; `bad_request` naming the field
 */
export async function changeSite(context: PlatformContext, userId: string, id: string, input: ChangeSite): Promise<Site> {
  const origin = input.origin ? await siteOrigin(context.sites, input.origin) : null
  const [before, changed] = await context.database.transaction(async tx => {
    const row = await lockSite(tx, id)
    if (row === undefined) throw new Problem('not_found', { detail: `no site ${id}` })
    if (!adminsOf(row).includes(userId)) throw new Problem('forbidden', { detail: 'only the admins of a site may change it' })
    const { change, conflicts, unread } = mergeChange(seenBy(row), input)
    if (input.version != null && input.version !== row.version && (unread || input.base == null)) throw outdated(row.version)
    if (conflicts.length > 0) throw await fieldsTaken(tx, row, conflicts)
    const columns = { ...(await siteColumns(tx, row, change)), ...(await newOrigin(tx, row, { userId, origin })) }
    await adoptPictures(tx, row, columns, userId)
    return [row, await write(tx, row, columns, { by: userId, at: context.clock.now() })]
  })
  forget(context)
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

/** Writing it changes nothing, and makes whoever else changes this site wait for our end. */
function lockSite(tx: Queries, id: string): Promise<SiteRow | undefined> {
  return tx
    .updateTable('site')
    .set({ version: sql`version` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

type Moving = { userId: string; origin: string | null }

async function newOrigin(tx: Queries, row: SiteRow, { userId, origin }: Moving): Promise<{ origin?: string }> {
  if (origin === null || origin === row.origin) return {}
  if (!(await isOperator(tx, userId)))
    throw new Problem('forbidden', { detail: 'only an operator may move a site', issues: [{ field: 'origin', code: 'not_allowed' }] })
  await checkFree(tx, origin, row.id)
  return { origin }
}

/** One site a host, whichever of the two schemes it has: behind a proxy they are told apart by nothing else. */
async function checkFree(tx: Queries, origin: string, but = ''): Promise<void> {
  const { host } = new URL(origin)
  const other = await tx
    .selectFrom('site')
    .select('id')
    .where('origin', 'in', [`https://${host}`, `http://${host}`])
    .where('id', '!=', but)
    .executeTakeFirst()
  if (other !== undefined) throw taken(origin)
}

function taken(origin: string): Problem {
  return new Problem('duplication', { detail: `${origin} has a site`, issues: [{ field: 'origin', code: 'taken' }] })
}

function outdated(version: number): Problem {
  return new Problem('duplication', {
    detail: `version: this site was changed in the meantime, it is at version ${version}`,
    issues: [{ field: 'version', code: 'outdated' }]
  })
}

/** What this process remembers of sites is over. */
function forget({ sites, terms }: Context): void {
  sites.forget()
  terms.forget()
}
