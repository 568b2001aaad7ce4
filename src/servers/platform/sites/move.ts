import { sql, type Updateable } from 'kysely'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { SiteTable } from '#servers/lib/database/people-tables.ts'
import { isLoopbackHost } from '#servers/lib/sites.ts'
import type { SiteRow } from '#servers/platform/sites/row.ts'

/** Tables that are read by the address of a site. The audit log and ended runs stay as they were written. */
const AT_SITE = ['profile', 'order', 'share', 'report', 'guest'] as const

/** @property local the origin that stands for this machine's loopback names */
type Move = { to: string; local: string }

/**
 * Takes a site along to another address, with everything that is kept by the old one.
 * @param row the site as it is about to be written
 * @returns the columns of the site that change
 */
export async function carryOver(tx: Queries, row: SiteRow, { to, local }: Move): Promise<Updateable<SiteTable>> {
  const from = row.origin
  await tx.updateTable('grant').set({ origin: to }).where('origin', '=', from).execute()
  await moveCredentials(tx, from, to)
  await moveRows(tx, from, { to, local })
  const isOwn = (url: URL): boolean => url.origin === from || (from === local && isLoopbackHost(url.hostname))
  return { origin: to, ...readdressed(row, isOwn, to) }
}

/** Has what people have at one address belong to another: who came there first, orders, shared chats, short links, unfinished runs. */
export async function moveRows(tx: Queries, from: string, { to, local }: Move): Promise<void> {
  for (const table of AT_SITE) await tx.updateTable(table).set({ origin: to }).where('origin', '=', from).execute()
  await tx.updateTable('run').set({ origin: to }).where('origin', '=', from).where('state', 'in', ['queued', 'running']).execute()
  for (const own of from === local ? await loopbackOrigins(tx) : [from]) await moveLinks(tx, own, to)
}

/** The keys of the site's pages work at its new address, unless a plan has one there already. */
async function moveCredentials(tx: Queries, from: string, to: string): Promise<void> {
  const there = sql<boolean>`not exists (select 1 from credential as there where there.application_id = credential.application_id and there.host = ${to})`
  await tx.updateTable('credential').set({ host: to }).where('host', '=', from).where(there).execute()
  await tx.updateTable('credential').set({ name: to }).where('host', '=', to).where('name', '=', from).execute()
}

/** A person has one short link for an address: where they have one for the new address already, the old one stays behind. */
async function moveLinks(tx: Queries, from: string, to: string): Promise<void> {
  const start = sql.lit(from.length + 1)
  const moved = sql<string>`cast(${to} as text) || substr(short_link.content, ${start})`
  const free = sql<boolean>`not exists (select 1 from short_link as there where there.user_id = short_link.user_id and there.content = ${moved})`
  const own = sql<boolean>`substr(short_link.content, 1, ${start}) = ${`${from}/`}`
  await tx.updateTable('short_link').set({ content: moved }).where(own).where(free).execute()
}

/** The names of this machine that short links lead to. */
async function loopbackOrigins(tx: Queries): Promise<string[]> {
  const rows = await tx.selectFrom('short_link').select('content').where('content', 'like', 'http://%').execute()
  const urls = rows.map(({ content }) => new URL(content)).filter(({ hostname }) => isLoopbackHost(hostname))
  return [...new Set(urls.map(({ origin }) => origin))]
}

/** Addresses inside of the site's own settings that lead to the site itself. */
function readdressed(row: SiteRow, isOwn: (url: URL) => boolean, to: string): Updateable<SiteTable> {
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
    features: JSON.stringify(JSON.parse(features, (_, value: unknown) => (typeof value === 'string' ? moved(value) : value)))
  }
}
