import type { OperatedSiteDetail } from '#contract/operation.ts'
import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { findFirstSite } from '#servers/lib/operators.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { listAllSites } from '#servers/platform/operation/lists.ts'
import { moveRows } from '#servers/platform/sites/move.ts'
import { siteOwnerId } from '#servers/platform/sites/pictures.ts'
import { forgetSites, lockSite } from '#servers/platform/sites/sites.ts'

/**
 * Reads a site for operators, with the number of its users, orders and links.
 * @throws Problem `not_found`
 */
export async function getSiteDetail(db: Queries, id: string): Promise<OperatedSiteDetail> {
  const { items } = await listAllSites(db, { limit: 1, offset: 0, id })
  const [site] = items
  if (site === undefined) throw new Problem('not_found', { detail: `no site ${id}` })
  const count = async (table: 'profile' | 'order' | 'share'): Promise<number> => {
    const all = db.selectFrom(table).where('origin', '=', site.origin)
    const row = await all
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }
  return {
    ...site,
    people: await count('profile'),
    orders: await count('order'),
    links: await count('share')
  }
}

/**
 * Deletes a site with its settings, pictures, featured results, presets and page credentials. Its
 * users' data moves to the first site, and sign-ins at its address end.
 * @param confirm the site's address as the operator typed it again, with or without `https://`
 * @throws Problem `not_found`; `bad_request` naming `origin` for another address; `forbidden` for
 * the first site, because its admins are the operators
 */
export async function removeSite(
  context: PlatformContext,
  id: string,
  confirm: string
): Promise<null> {
  const local = await context.sites.placeholder()
  await context.database.transaction(async tx => {
    const site = await lockSite(tx, id)
    const first = await findFirstSite(tx)
    if (site === undefined || first === undefined)
      throw new Problem('not_found', { detail: `no site ${id}` })
    if (first.id === id)
      throw new Problem('forbidden', {
        detail: 'the first site cannot be removed: its admins run this deployment'
      })
    checkConfirmed(site.origin, confirm)
    for (const table of ['featured', 'preset'] as const)
      await tx.deleteFrom(table).where('origin', '=', site.origin).execute()
    // The admins of the first site have not decided on them. Their links go on.
    await tx
      .updateTable('publication')
      .set({ state: 'link' })
      .where('origin', '=', site.origin)
      .where('state', '!=', 'refused')
      .execute()
    await moveRows(tx, site.origin, { to: first.origin, local })
    await endSignIns(tx, site.origin, context.clock.now())
    await tx.deleteFrom('credential').where('host', '=', site.origin).execute()
    await tx.deleteFrom('site').where('id', '=', id).execute()
  })
  forgetSites(context)
  const files = await context.database.db
    .selectFrom('file')
    .select('id')
    .where('user_id', '=', siteOwnerId(id))
    .execute()
  // The site is already deleted, and leftover pictures do no harm.
  await context.files
    .drop(files.map(file => file.id))
    .catch((error: unknown) => context.log.error({ err: error }, 'old pictures stay'))
  return null
}

async function endSignIns(tx: Queries, origin: string, now: number): Promise<void> {
  const there = tx.selectFrom('grant').select('id').where('origin', '=', origin)
  await tx.deleteFrom('hub_session').where('grant_id', 'in', there).execute()
  await tx
    .updateTable('grant')
    .set({ revoked_at: now })
    .where('origin', '=', origin)
    .where('revoked_at', 'is', null)
    .execute()
  await tx.deleteFrom('code').where('origin', '=', origin).execute()
}

function checkConfirmed(origin: string, confirm: string): void {
  const typed = confirm.trim().toLowerCase().replace(/\/$/, '')
  if (typed === origin || typed === new URL(origin).host) return
  throw new Problem('bad_request', {
    detail: `origin: send ${origin}, the address of the site to remove`,
    issues: [{ field: 'origin', code: 'not_allowed' }]
  })
}
