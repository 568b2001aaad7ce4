import { Problem } from '#core/problem.ts'
import type { CredentialCaller } from '#servers/lib/credential.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { isOperator } from '#servers/lib/operators.ts'

/** Kinds of rows that belong to a user. */
export type OwnedRowKind =
  | 'application'
  | 'credential'
  | 'conversation'
  | 'deleted_conversation'
  | 'run'
  | 'file'
  | 'library_item'
  | 'comparison_vote'
  | 'order'
  | 'preset'
  | 'project'
  | 'publication'
  | 'site'

/**
 * Allows a call to use a row only if the caller owns it. A foreign row looks like a missing one, so
 * that nobody learns that it exists.
 * @throws Problem `not_found`
 */
export async function checkOwner(
  db: Queries,
  noun: OwnedRowKind,
  id: string,
  userId: string
): Promise<void> {
  if (noun === 'site') return checkAdmin(db, id, userId)
  const row = await ownerOf(db, noun, id)
  if (row?.user_id !== userId) throw new Problem('not_found', { detail: `no ${noun} ${id}` })
}

/**
 * Restricts an API key to itself, to its own plan, and to the runs that it paid for.
 * @throws Problem `not_found`, as for another user's row
 */
export async function checkOwnedByKey(
  db: Queries,
  noun: OwnedRowKind,
  id: string,
  key: CredentialCaller
): Promise<void> {
  if (noun === 'credential' && id === key.credentialId) return
  if (noun === 'application' && id === key.applicationId) return
  const run =
    noun === 'run'
      ? await db.selectFrom('run').select('credential_id').where('id', '=', id).executeTakeFirst()
      : undefined
  if (run?.credential_id !== key.credentialId)
    throw new Problem('not_found', { detail: `no ${noun} ${id}` })
}

/**
 * Finds the owner of a row. A deleted conversation is of a separate kind, since it can only be
 * restored.
 */
function ownerOf(
  db: Queries,
  noun: Exclude<OwnedRowKind, 'site'>,
  id: string
): Promise<{ user_id: string } | undefined> {
  if (noun !== 'conversation' && noun !== 'deleted_conversation')
    return db.selectFrom(noun).select('user_id').where('id', '=', id).executeTakeFirst()
  const is = noun === 'conversation' ? 'is' : 'is not'
  return db
    .selectFrom('conversation')
    .select('user_id')
    .where('id', '=', id)
    .where('deleted_at', is, null)
    .executeTakeFirst()
}

/** Checks that the caller is an admin of a site, or an operator. */
async function checkAdmin(db: Queries, id: string, userId: string): Promise<void> {
  const site = await db.selectFrom('site').select('admins').where('id', '=', id).executeTakeFirst()
  const admins = site === undefined ? [] : (JSON.parse(site.admins) as string[])
  const isAllowed =
    userId !== '' &&
    (admins.includes(userId) || (site !== undefined && (await isOperator(db, userId))))
  if (!isAllowed) throw new Problem('not_found', { detail: `no site ${id}` })
}
