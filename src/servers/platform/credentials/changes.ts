import type { ChangeCredential, Credential } from '#contract/credential.ts'
import { creditsToMicro } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import { commitEffect } from '#servers/lib/once-calls.ts'
import { createCredentialToken, getCredential } from '#servers/platform/credentials/credentials.ts'
import { toCredential } from '#servers/platform/credentials/shown.ts'

type Needs = Pick<Context, 'database' | 'clock' | 'secrets'>

/**
 * Changes the name, limit and expiry of a credential, as far as they are given. An expiry in the
 * past makes the credential invalid at once.
 * @throws Problem `not_found`
 */
export async function changeCredential(
  context: Needs,
  id: string,
  input: ChangeCredential
): Promise<Credential> {
  const { name, limited_amount: limit, expired_at } = input
  await context.database.db
    .updateTable('credential')
    .set({
      ...(name !== undefined && { name }),
      ...(limit !== undefined && { limited: limit === null ? null : creditsToMicro(limit) }),
      ...(expired_at !== undefined && { expired_at }),
      updated_at: context.clock.now()
    })
    .where('id', '=', id)
    .execute()
  return getCredential(context, id)
}

/**
 * Gives a credential a new token. The old token stops working immediately; runs that it started
 * continue.
 * @returns the credential with its new token, also for a named key
 * @throws Problem `not_found`
 */
export async function rotateCredential(context: Needs, id: string): Promise<Credential> {
  const { host } = await getCredential(context, id)
  const { token: fresh, kept } = createCredentialToken(context, host === '' ? null : host)
  const { row, token } = await commitEffect(context.database, async tx => {
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

/** Deletes a credential. The runs made with it stay, with their receipts. */
export async function deleteCredential({ database }: Needs, id: string): Promise<void> {
  await database.db.deleteFrom('credential').where('id', '=', id).execute()
}
