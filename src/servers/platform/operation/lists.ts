import type { AuditEntry, OperatedPackage, OperatedSite } from '#contract/operation.ts'
import type { Json } from '#core/json.ts'
import { isModerated } from '#core/switches.ts'
import { countMatches } from '#servers/lib/database/kept-rows.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { findFirstSite } from '#servers/lib/operators.ts'
import type { PriceViewer } from '#servers/platform/looker.ts'
import { toPackage } from '#servers/platform/packages/packages.ts'

type Page = { limit: number; offset: number }
type List<T> = { items: T[]; count: number }

/** Lists all sites, oldest first; with `id`, only that one. */
export async function listAllSites(
  db: Queries,
  page: Page & { id?: string }
): Promise<List<OperatedSite>> {
  const { count } = await db
    .selectFrom('site')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const first = await findFirstSite(db)
  const all = db
    .selectFrom('site')
    .orderBy('created_at')
    .orderBy('id')
    .select(['id', 'origin', 'title', 'admins', 'features', 'created_at'])
  const asked = page.id === undefined ? all : all.where('id', '=', page.id)
  const rows = await asked.limit(page.limit).offset(page.offset).execute()
  const items = rows.map(({ admins, features, created_at, ...row }) => ({
    ...row,
    admins: (JSON.parse(admins) as string[]).length,
    moderated: isModerated({ features: JSON.parse(features) as Record<string, unknown> }),
    first: row.id === first?.id,
    created_at: new Date(created_at).toISOString()
  }))
  return { items, count: Number(count) }
}

/** Lists the packages on sale in the order shown, then those no longer on sale. */
export async function listAllPackages(db: Queries, page: Page): Promise<List<OperatedPackage>> {
  const { count } = await db
    .selectFrom('package')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const all = db
    .selectFrom('package')
    .selectAll()
    .orderBy('active', 'desc')
    .orderBy('position')
    .orderBy('id')
  const rows = await all.limit(page.limit).offset(page.offset).execute()
  const buyer: PriceViewer = { margin: 0, operator: true }
  return {
    items: rows.map(row => ({ ...toPackage(row, buyer), position: row.position })),
    count: Number(count)
  }
}

type AuditFilter = { person?: string | undefined; path?: string | undefined }

/** Lists the audit log, newest first. Each filter has its own index. */
export async function listAudit(
  db: Queries,
  { person, path }: AuditFilter,
  page: Page
): Promise<List<AuditEntry>> {
  let query = db.selectFrom('audit')
  if (person !== undefined)
    query = query.where('audit.user_id', 'in', [person, ...(await idsOf(db, person))])
  // The upper bound sorts after every path with this prefix.
  if (path) query = query.where('path', '>=', path).where('path', '<', `${path}\u{10ffff}`)
  const count = await countMatches(db, query)
  const rows = await query
    .leftJoin('user', 'user.id', 'audit.user_id')
    .selectAll('audit')
    .select('user.email')
    .orderBy('created_at', 'desc')
    .orderBy('audit.id')
    .limit(Math.min(page.limit, 200))
    .offset(page.offset)
    .execute()
  const items = rows.map(({ salt: _, ...row }) => ({
    ...row,
    target: JSON.parse(row.target) as Json,
    changes: JSON.parse(row.changes) as Json,
    created_at: new Date(row.created_at).toISOString()
  }))
  return { items, count }
}

async function idsOf(db: Queries, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .execute()
  return rows.map(({ id }) => id)
}
