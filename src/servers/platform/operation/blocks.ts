import type { OperatedPerson } from '#contract/operation.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { findActiveUsers } from '#servers/lib/blocked.ts'
import { listOperatorIds } from '#servers/lib/operators.ts'
import { toBlock } from '#servers/platform/operation/people.ts'

type Needs = Pick<Context, 'database' | 'clock'>
type Block = NonNullable<OperatedPerson['blocked']>

/**
 * Blocks a user: they cannot sign in, and none of their tokens or keys is accepted. Their open runs
 * end as usual. Their shared links, files and short links are closed during the block.
 * @param by the operator, who can block neither themselves nor the last operator
 * @throws Problem `not_found`, `bad_request`
 */
export async function blockPerson(
  { database, clock }: Needs,
  by: string,
  id: string,
  reason: string
): Promise<Block> {
  if (id === by) throw wrong('nobody can block themselves')
  return database.transaction(async tx => {
    const person = await tx.selectFrom('user').select('id').where('id', '=', id).executeTakeFirst()
    if (person === undefined) throw new Problem('not_found', { detail: `no user ${id}` })
    const operators = await lockedOperators(database, tx)
    const row = { reason, blocked_by: by, created_at: clock.now() }
    const changed = { reason, blocked_by: by }
    await tx
      .insertInto('block')
      .values({ user_id: id, ...row })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet(changed))
      .execute()
    if (operators.includes(id)) await leaveOne(tx, operators)
    // End the login page's own sessions. All other sessions are rejected during the block.
    await tx.deleteFrom('session').where('userId', '=', id).execute()
    return toBlock(
      await tx.selectFrom('block').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow()
    )
  })
}

/**
 * Unblocks a user; their tokens and keys work as before. It does nothing for a user who is not
 * blocked.
 */
export async function unblockPerson({ database }: Needs, id: string): Promise<null> {
  await database.db.deleteFrom('block').where('user_id', '=', id).execute()
  return null
}

/**
 * Reads the operators under a lock, so that two who block each other at the same time take turns.
 */
async function lockedOperators({ kind }: Database, tx: Queries): Promise<string[]> {
  if (kind === 'postgres')
    await tx.selectFrom('site').select('id').orderBy('created_at').limit(1).forUpdate().execute()
  return listOperatorIds(tx)
}

/**
 * Checks that an operator remains who can sign in and unblock users.
 * @throws Problem `bad_request` if none remains
 */
async function leaveOne(tx: Queries, operators: readonly string[]): Promise<void> {
  if ((await findActiveUsers(tx, operators)).size === 0) throw wrong('this is the last operator')
}

function wrong(detail: string): Problem {
  return new Problem('bad_request', { detail, issues: [{ field: 'id', code: 'not_allowed' }] })
}
