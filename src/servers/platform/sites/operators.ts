import { findActiveUsers } from '#servers/lib/blocked.ts'
import type { Database } from '#servers/lib/database/database.ts'
import { findFirstSite, listOperatorIds } from '#servers/lib/operators.ts'

type Operator = { email: string; active: boolean }

/** Lists the operators' addresses, and whether each can sign in. Empty while no site exists. */
export async function describeOperators({ db }: Database): Promise<Operator[]> {
  const ids = await listOperatorIds(db)
  if (ids.length === 0) return []
  const active = await findActiveUsers(db, ids)
  const users = await db.selectFrom('user').select(['id', 'email']).where('id', 'in', ids).execute()
  return users.map(({ id, email }) => ({ email, active: active.has(id) }))
}

/**
 * Makes a user an operator.
 * @param email address of an account that exists
 * @param now unix milliseconds
 * @throws Error when there is no site, or no such user who can sign in
 */
export async function addOperator(database: Database, email: string, now: number): Promise<void> {
  await changeAdmins(database, email, now, (admins, id) => [...new Set([...admins, id])])
}

/**
 * Takes an operator's rights away; the account stays.
 * @throws Error when nobody else could sign in as an operator then
 */
export async function removeOperator(
  database: Database,
  email: string,
  now: number
): Promise<void> {
  await changeAdmins(database, email, now, (admins, id) => admins.filter(each => each !== id))
}

async function changeAdmins(
  { transaction }: Database,
  email: string,
  now: number,
  change: (admins: readonly string[], id: string) => string[]
): Promise<void> {
  await transaction(async tx => {
    const site = await findFirstSite(tx)
    if (site === undefined)
      throw new Error('there is no site yet: open the setup link, and sign up')
    const user = await tx
      .selectFrom('user')
      .select('id')
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst()
    if (user === undefined) throw new Error(`nobody has signed up with ${email}`)
    const admins = change(JSON.parse(site.admins) as string[], user.id)
    if ((await findActiveUsers(tx, admins)).size === 0)
      throw new Error('nobody else could sign in as an operator')
    await tx
      .updateTable('site')
      .set({ admins: JSON.stringify(admins), updated_at: now })
      .where('id', '=', site.id)
      .execute()
  })
}
