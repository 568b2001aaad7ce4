import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/**
 * The ids of people who are named by their ids, or by their e-mail addresses where they have confirmed them: one that
 * is not confirmed may be anybody's.
 * @param fields where each stands, for what is said of one that cannot be taken
 * @throws Problem `bad_request` naming the field: `not_allowed` for an address of nobody here, or of somebody who has
 * not confirmed it
 */
export async function personIds(tx: Queries, named: readonly string[], fields: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const [index, name] of named.entries()) ids.push(name.includes('@') ? await idAt(tx, name, fields[index] ?? '') : name)
  return ids
}

async function idAt(tx: Queries, email: string, field: string): Promise<string> {
  const user = await tx.selectFrom('user').select(['id', 'emailVerified']).where('email', '=', email.toLowerCase()).executeTakeFirst()
  if (user !== undefined && Boolean(user.emailVerified)) return user.id
  throw new Problem('bad_request', {
    detail: `${field}: nobody here has confirmed this address; their user id is taken as well`,
    issues: [{ field, code: 'not_allowed' }]
  })
}
