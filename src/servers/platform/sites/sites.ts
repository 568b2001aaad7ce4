import { sql, type Updateable } from 'kysely'
import type { ChangeSite, NewSite, Site, SiteList } from '#contract/site.ts'
import { OWN_KEY_VENDORS } from '#core/chat-vendors.ts'
import { Problem } from '#core/problem.ts'
import { mayBringKeys } from '#core/switches.ts'
import { readShelf } from '#servers/lib/chat-shelf.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { SiteTable } from '#servers/lib/database/people-tables.ts'
import { newSite } from '#servers/lib/first-run.ts'
import { isOperator } from '#servers/lib/operators.ts'
import { commitEffect } from '#servers/lib/once-calls.ts'
import { idleGroups } from '#catalog/chat/provider.server.ts'
import { readServiceDecisions } from '#servers/lib/service-changes.ts'
import { currentFund, routingOf } from '#servers/lib/serving.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { editConflictProblem, withEdits, type FieldEdit } from '#servers/platform/sites/edits.ts'
import { buildSiteColumns } from '#servers/platform/sites/fields.ts'
import { mergeChange } from '#servers/platform/sites/merge.ts'
import { moveSite } from '#servers/platform/sites/move.ts'
import {
  checkOriginFree,
  originTakenProblem,
  parseSiteOrigin
} from '#servers/platform/sites/origin.ts'
import { adoptPictures, dropUnusedPictures } from '#servers/platform/sites/pictures.ts'
import { adminsOf, toSite, type SiteRow } from '#servers/platform/sites/row.ts'

/**
 * Returns the site of an origin as the only item. Other sites are not listed. `first_run` is set
 * while there is no site at all, `demo` while the sandbox does the work.
 * @param url of the call. If its host is one for tests, the sandbox generates everything.
 */
export async function listSitesByOrigin(
  context: Context,
  userId: string,
  { asked, url }: { asked: string; url: URL }
): Promise<SiteList> {
  const origin = await context.sites.originOf(asked)
  const rows = await context.database.db
    .selectFrom('site')
    .selectAll()
    .where('origin', '=', origin ?? '')
    .execute()
  const items = await Promise.all(rows.map(row => readSiteForUser(context, userId, row)))
  const any =
    items.length > 0 ||
    (await context.database.db.selectFrom('site').select('id').limit(1).executeTakeFirst()) !==
      undefined
  const demo = currentFund(context, url) === 'sandbox'
  return {
    items,
    count: items.length,
    ...(!any && { first_run: true }),
    ...(demo && { demo })
  }
}

/**
 * Reads one site.
 * @throws Problem `not_found`
 */
export async function getSite(context: Context, userId: string, id: string): Promise<Site> {
  const row = await context.database.db
    .selectFrom('site')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', { detail: `no site ${id}` })
  return readSiteForUser(context, userId, row)
}

/** Returns a site as this user may see it. */
export async function readSiteForUser(
  context: Context,
  userId: string,
  row: SiteRow
): Promise<Site> {
  const [decisions, idle, own] = await Promise.all([
    readServiceDecisions(context),
    idleAt(context, row),
    context.ownServices.all()
  ])
  const ownServices = own.flatMap(({ enabled, own: { id, title, description, output } }) =>
    enabled ? [{ id, title, description, medium: output.kind }] : []
  )
  const switchedOff = [...decisions.switchedOff, ...idle]
  return toSite(row, { ...decisions, userId, switchedOff, ownServices })
}

/**
 * Returns the optional groups of chat models that are not switched off, but have no usable model.
 */
async function idleAt(context: Context, { features }: SiteRow): Promise<string[]> {
  const own = mayBringKeys({ features: JSON.parse(features) as Site['features'] })
  const routing = routingOf(context, await readShelf(context))
  return idleGroups(routing, own ? OWN_KEY_VENDORS : [])
}

/**
 * Adds a site for an operator. Its origin then belongs to this deployment.
 * @throws Problem `duplication` naming an origin that has a site; `bad_request` naming the field
 */
export async function createSite(context: Context, userId: string, input: NewSite): Promise<Site> {
  const origin = await parseSiteOrigin(context.sites, input.origin)
  const created = await commitEffect(context.database, async tx => {
    await checkOriginFree(tx, origin)
    const blank = await tx
      .insertInto('site')
      .values(newSite(origin, userId, context.clock.now()))
      .onConflict(conflict => conflict.column('origin').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (blank === undefined) throw originTakenProblem(origin)
    const columns = await buildSiteColumns(tx, blank, input)
    if (Object.keys(columns).length === 0) return blank
    return tx
      .updateTable('site')
      .set(columns)
      .where('id', '=', blank.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  forgetSites(context)
  return readSiteForUser(context, userId, created)
}

/**
 * Changes the given fields of a site, for one of its admins or an operator. `base` has the values
 * that the client read: if somebody else has changed one of them meanwhile, the call is refused.
 * For fields without a base, it is refused if `version` is old; without `version`, the last write
 * wins.
 * @throws Problem `forbidden` for anyone else, and for a new origin by anyone but an operator;
 * `duplication` naming an old `version`, or each field that another admin changed too;
 * `bad_request` naming the field; `not_found`
 */
export async function changeSite(
  context: PlatformContext,
  userId: string,
  id: string,
  input: ChangeSite
): Promise<Site> {
  const origin = input.origin ? await parseSiteOrigin(context.sites, input.origin) : null
  const local = await context.sites.placeholder()
  const [before, changed] = await context.database.transaction(async tx => {
    const row = await lockSite(tx, id)
    if (row === undefined) throw new Problem('not_found', { detail: `no site ${id}` })
    if (!adminsOf(row).includes(userId) && !(await isOperator(tx, userId)))
      throw new Problem('forbidden', { detail: 'only the admins of a site may change it' })
    const { change, conflicts, unread } = mergeChange(seenBy(row), input)
    if (input.version != null && input.version !== row.version && (unread || input.base == null))
      throw outdated(row.version)
    if (conflicts.length > 0) throw await editConflictProblem(tx, row, conflicts)
    const typed = await buildSiteColumns(tx, row, change)
    const columns = {
      ...typed,
      ...(await newOrigin(tx, { ...row, ...typed } as SiteRow, { userId, origin, local }))
    }
    await adoptPictures(tx, row, columns, userId)
    return [row, await write(tx, row, columns, { by: userId, at: context.clock.now() })]
  })
  forgetSites(context)
  // The change is already saved, and leftover files do no harm.
  await dropUnusedPictures(context, id, before, changed).catch((error: unknown) =>
    context.log.error({ err: error }, 'old pictures stay')
  )
  return readSiteForUser(context, userId, changed)
}

/** Writes columns of a locked site, its next version, and who changed it. */
function write(
  tx: Queries,
  row: SiteRow,
  columns: Updateable<SiteTable>,
  edit: FieldEdit
): Promise<SiteRow> {
  const edits = withEdits(row, seenBy(row), seenBy({ ...row, ...columns } as SiteRow), edit)
  return tx
    .updateTable('site')
    .set({ ...columns, edits, version: row.version + 1, updated_at: edit.at })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns a site as its own admins see it. */
function seenBy(row: SiteRow): Site {
  const tools = { retired_models: {}, price_percents: {} }
  const none = { switchedOff: [], tools, ownServices: [] }
  return toSite(row, { userId: adminsOf(row)[0] ?? '', ...none })
}

/**
 * Locks a site by an update that changes nothing. Other changes of it wait for the end of this
 * transaction.
 * @returns undefined for an unknown site
 */
export function lockSite(tx: Queries, id: string): Promise<SiteRow | undefined> {
  return tx
    .updateTable('site')
    .set({ version: sql`version` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/**
 * @property local the origin of a site without a name of its own: it is at `localhost`, `127.0.0.1` and
 * the like
 */
type Moving = { userId: string; origin: string | null; local: string }

async function newOrigin(
  tx: Queries,
  row: SiteRow,
  { userId, origin, local }: Moving
): Promise<Updateable<SiteTable>> {
  if (origin === null || origin === row.origin) return {}
  if (!(await isOperator(tx, userId)))
    throw new Problem('forbidden', {
      detail: 'only an operator may move a site',
      issues: [{ field: 'origin', code: 'not_allowed' }]
    })
  await checkOriginFree(tx, origin, row.id)
  return moveSite(tx, row, { to: origin, local })
}

function outdated(version: number): Problem {
  return new Problem('duplication', {
    detail: `version: this site has changed since; it is at version ${version}`,
    issues: [{ field: 'version', code: 'outdated' }]
  })
}

/** Clears this process's cache of sites. Call it after each change of a site. */
export function forgetSites({ sites, terms }: Context): void {
  sites.forget()
  terms.forget()
}
