import { sql, type Updateable } from 'kysely'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { SiteTable } from '#servers/lib/database/people-tables.ts'
import { isLoopbackHost } from '#servers/lib/sites.ts'
import type { SiteRow } from '#servers/platform/sites/row.ts'
import { moveOpenRuns } from '#servers/runs/owner.ts'

/**
 * Tables whose rows belong to a site by its origin. The audit log and ended runs keep the old
 * origin.
 */
const AT_SITE = [
  'profile',
  'order',
  'share',
  'report',
  'guest',
  'featured',
  'publication',
  'preset'
] as const

/**
 * @property local the placeholder origin of this machine's loopback names
 */
type Move = { to: string; local: string }

/**
 * Moves a site to another origin, with all rows that refer to the old one.
 * @param row the site as it will be written
 * @returns the columns of the site that change
 */
export async function moveSite(
  tx: Queries,
  row: SiteRow,
  { to, local }: Move
): Promise<Updateable<SiteTable>> {
  const from = row.origin
  await tx.updateTable('grant').set({ origin: to }).where('origin', '=', from).execute()
  await moveCredentials(tx, from, to)
  await moveRows(tx, from, { to, local })
  const isOwn = (url: URL): boolean =>
    url.origin === from || (from === local && isLoopbackHost(url.hostname))
  return { origin: to, ...readdressed(row, isOwn, to) }
}

/**
 * Moves users' data from one origin to another: first arrivals, orders, shared chats and results,
 * reports, guests, featured results, presets, short links and unfinished runs.
 */
export async function moveRows(tx: Queries, from: string, { to, local }: Move): Promise<void> {
  for (const table of AT_SITE)
    await tx.updateTable(table).set({ origin: to }).where('origin', '=', from).execute()
  await moveOpenRuns(tx, from, to)
  for (const own of from === local ? await loopbackOrigins(tx) : [from])
    await moveLinks(tx, own, to)
}

/** Moves the page credentials to the new origin, unless a plan already has one there. */
async function moveCredentials(tx: Queries, from: string, to: string): Promise<void> {
  const there = sql<boolean>`not exists (select 1 from credential as there where there.application_id = credential.application_id and there.host = ${to})`
  await tx
    .updateTable('credential')
    .set({ host: to })
    .where('host', '=', from)
    .where(there)
    .execute()
  await tx
    .updateTable('credential')
    .set({ name: to })
    .where('host', '=', to)
    .where('name', '=', from)
    .execute()
}

/**
 * Moves short links. A user has one per address, so an old link stays if they already have one for
 * the new address.
 */
async function moveLinks(tx: Queries, from: string, to: string): Promise<void> {
  const start = sql.lit(from.length + 1)
  const moved = sql<string>`cast(${to} as text) || substr(short_link.content, ${start})`
  const free = sql<boolean>`not exists (select 1 from short_link as there where there.user_id = short_link.user_id and there.content = ${moved})`
  const own = sql<boolean>`substr(short_link.content, 1, ${start}) = ${`${from}/`}`
  await tx.updateTable('short_link').set({ content: moved }).where(own).where(free).execute()
}

/** Returns the loopback origins that short links lead to. */
async function loopbackOrigins(tx: Queries): Promise<string[]> {
  const rows = await tx
    .selectFrom('short_link')
    .select('content')
    .where('content', 'like', 'http://%')
    .execute()
  const urls = rows
    .map(({ content }) => new URL(content))
    .filter(({ hostname }) => isLoopbackHost(hostname))
  return [...new Set(urls.map(({ origin }) => origin))]
}

/** Rewrites addresses in the site's own settings that lead to the site itself. */
function readdressed(
  row: SiteRow,
  isOwn: (url: URL) => boolean,
  to: string
): Updateable<SiteTable> {
  const moved = (text: string): string => {
    const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null
    return url !== null && isOwn(url) ? to + url.href.slice(url.origin.length) : text
  }
  const { logo, favicon, terms_url, privacy_url, features } = row
  return {
    logo: moved(logo),
    favicon: moved(favicon),
    terms_url: moved(terms_url),
    privacy_url: moved(privacy_url),
    features: JSON.stringify(
      JSON.parse(features, (_, value: unknown) =>
        typeof value === 'string' ? moved(value) : value
      )
    )
  }
}
