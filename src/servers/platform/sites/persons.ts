import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/**
 * Converts user ids and e-mail addresses to user ids. An address must be confirmed, because an
 * unconfirmed one may belong to anyone.
 * @param fields the name of the field of each entry, for the error
 * @throws Problem `bad_request` naming the field: `not_allowed` for an address that no user here
 * has confirmed
 */
export async function resolvePersonIds(
  tx: Queries,
  named: readonly string[],
  fields: readonly string[]
): Promise<string[]> {
  const ids: string[] = []
  for (const [index, name] of named.entries())
    ids.push(name.includes('@') ? await idAt(tx, name, fields[index] ?? '') : name)
  return ids
}

async function idAt(tx: Queries, email: string, field: string): Promise<string> {
  const user = await tx
    .selectFrom('user')
    .select(['id', 'emailVerified'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  if (user !== undefined && Boolean(user.emailVerified)) return user.id
  throw new Problem('bad_request', {
    detail: `${field}: no user has confirmed this email; a user id works too`,
    issues: [{ field, code: 'not_allowed' }]
  })
}
