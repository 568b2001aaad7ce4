import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { readMailSite, type MailSite } from '#servers/lib/mail/mail-site.ts'

/** The reader of a mail. `notify` has their choices, and `origin` is the site they signed up at. */
type MailReader = { email: string; locale: string | null; notify: string; origin: string | null }

/**
 * Reads the reader of an email.
 * @returns null for a user without an account: a guest, or a user who deleted theirs
 */
export async function readMailReader(db: Queries, userId: string): Promise<MailReader | null> {
  const row = await db
    .selectFrom('user')
    .leftJoin('profile', 'profile.user_id', 'user.id')
    .select(['user.email', 'profile.notify', 'profile.locale', 'profile.origin'])
    .where('user.id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { email, locale, notify: choices, origin } = row
  return { email, locale, notify: choices ?? '{}', origin }
}

/**
 * Reads the site whose brand an email has. The placeholder origin cannot be opened, so it is
 * replaced by this machine's address.
 */
export async function readerSite(
  { config, database, sites }: Pick<Context, 'config' | 'database' | 'sites'>,
  origin: string | null
): Promise<MailSite & { origin: string }> {
  const placeholder = await sites.placeholder()
  const site = await readMailSite(database.db, origin ?? placeholder)
  const { hosts, host, port } = config
  const own =
    hosts.hub ??
    `http://${['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
  const known = origin !== null && origin !== '' && origin !== placeholder && URL.canParse(origin)
  return { ...site, origin: known ? origin : own }
}
