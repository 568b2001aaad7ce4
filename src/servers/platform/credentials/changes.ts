import type { ChangeCredential, Credential } from '#contract/credential.ts'
import { toMicro } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import { takeEffect } from '#servers/lib/once-calls.ts'
import { freshToken, getCredential, toCredential } from '#servers/platform/credentials/credentials.ts'

type Needs = Pick<Context, 'database' | 'clock' | 'secrets'>

/** Changes the name, the limit and the end of a credential, as far as they are given. An end that is over ends it at once. */
export async function changeCredential(context: Needs, id: string, input: ChangeCredential): Promise<Credential> {
  const { name, limited_amount: limit, expired_at } = input
  await context.database.db
    .updateTable('credential')
    .set({
      ...(name !== undefined && { name }),
      ...(limit !== undefined && { limited: limit === null ? null : toMicro(limit) }),
      ...(expired_at !== undefined && { expired_at }),
      updated_at: context.clock.now()
    })
    .where('id', '=', id)
    .execute()
  return getCredential(context, id)
}

/**
 * Gives a credential a new token. The old one is dead at once; work it has begun goes on.
 * @returns with the new token, also of a named key
 * @throws Problem `not_found`
 */
export async function rotateCredential(context: Needs, id: string): Promise<Credential> {
  const { host } = await getCredential(context, id)
  const { token: fresh, kept } = freshToken(context, host === '' ? null : host)
  const { row, token } = await takeEffect(context.database, async tx => {
    const changed = await tx
      .updateTable('credential')
      .set({ ...kept, updated_at: context.clock.now() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (changed === undefined) throw new Problem('not_found', { detail: `no credential ${id}` })
    return { row: changed, token: fresh }
  })
  return toCredential(context, row, token)
}

/** Ends a credential for good. What was done with it stays, with its receipts. */
export async function deleteCredential({ database }: Needs, id: string): Promise<void> {
  await database.db.deleteFrom('credential').where('id', '=', id).execute()
}
