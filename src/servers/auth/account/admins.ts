import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/database.ts'

type Needs = Pick<Context, 'database' | 'sites'>
type Inviters = Record<string, unknown>

/** The sites that a person is the only admin of, by title, else by host. @param page of the loopback site, which has no host of its own */
export async function soleAdminOf({ database, sites }: Needs, userId: string, page: URL, db: Queries = database.db): Promise<string[]> {
  const placeholder = await sites.placeholder()
  const rows = await db.selectFrom('site').select(['origin', 'title', 'admins']).execute()
  return rows
    .filter(({ admins }) => (JSON.parse(admins) as string[]).every(id => id === userId) && admins.includes(userId))
    .map(({ origin, title }) => title || (origin === placeholder ? page.host : new URL(origin).host))
}

/** Takes a person out of every site: as an admin, and as whom its people are invited by. */
export async function leaveSites(tx: Queries, userId: string, now: number): Promise<void> {
  const rows = await tx.selectFrom('site').select(['id', 'admins', 'distribution']).execute()
  for (const { id, admins, distribution } of rows) {
    if (!admins.includes(userId) && !distribution.includes(userId)) continue
    const left = (JSON.parse(admins) as string[]).filter(admin => admin !== userId)
    const inviters = Object.entries(JSON.parse(distribution) as Inviters).map(([name, value]) => [name, value === userId ? null : value])
    await tx
      .updateTable('site')
      .set({ admins: JSON.stringify(left), distribution: JSON.stringify(Object.fromEntries(inviters)), updated_at: now })
      .where('id', '=', id)
      .execute()
  }
}
