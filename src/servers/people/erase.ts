import { sql } from 'kysely'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Whom a call of this module is about. */
export type Gone = { id: string; email: string }

/**
 * Removes everything of a person but the books, in the caller's transaction. Applications, funds, ledger, periods,
 * orders, refunds, redemptions, rewards, runs and the audit log stay: what was paid for and changed when, under an id that
 * names nobody any more.
 * Nothing of theirs may be running.
 */
export async function erasePerson(tx: Queries, person: Gone): Promise<void> {
  await eraseWork(tx, person.id)
  await eraseSignIns(tx, person)
  await hideFiles(tx, person.id)
  for (const table of ['credential', 'own_key', 'short_link', 'profile'] as const)
    await tx.deleteFrom(table).where('user_id', '=', person.id).execute()
  await tx.deleteFrom('block').where('user_id', '=', person.id).execute()
  // What was said of something shared stays with it, from nobody.
  await tx.updateTable('report').set({ reporter_id: '' }).where('reporter_id', '=', person.id).execute()
  await tx.deleteFrom('guest').where('claimed_by', '=', person.id).execute()
  await tx.updateTable('profile').set({ inviter_id: null }).where('inviter_id', '=', person.id).execute()
  // Sessions, ways to sign in, passkeys and second factors go with it.
  await tx.deleteFrom('user').where('id', '=', person.id).execute()
}

/** What was said and made: of runs, only the receipt stays. */
export async function eraseWork(tx: Queries, userId: string): Promise<void> {
  const runs = tx.selectFrom('run').select('id').where('user_id', '=', userId)
  for (const table of ['event', 'output_name'] as const) await tx.deleteFrom(table).where('run_id', 'in', runs).execute()
  await tx.deleteFrom('callback').where('user_id', '=', userId).execute()
  await tx.deleteFrom('idempotency').where('owner', '=', userId).execute()
  await tx.deleteFrom('share').where('user_id', '=', userId).execute()
  // Nobody's from now on. They are removed piece by piece afterwards: to take all words out of the index takes long.
  await tx.updateTable('conversation').set({ user_id: '', title: '', listed: 0, deleted_at: 0 }).where('user_id', '=', userId).execute()
  const words = { request: null, response: null, reference: null, callback_url: null }
  // Without an owner and a next look, what comes late for a task that timed out is taken by nobody.
  const ends = { poll_at: null, lease_owner: '', lease_until: 0 }
  await tx
    .updateTable('run')
    .set({ ...words, ...ends, credential_id: null, conversation_id: null })
    .where('user_id', '=', userId)
    .execute()
}

async function eraseSignIns(tx: Queries, { id, email }: Gone): Promise<void> {
  const grants = tx.selectFrom('grant').select('id').where('user_id', '=', id)
  for (const table of ['refresh_token', 'hub_session'] as const) await tx.deleteFrom(table).where('grant_id', 'in', grants).execute()
  for (const table of ['grant', 'code', 'phone_sign_in'] as const) await tx.deleteFrom(table).where('user_id', '=', id).execute()
  await tx.updateTable('code').set({ inviter_id: null }).where('inviter_id', '=', id).execute()
  await forgetMarked(tx, id)
  await forgetLinks(tx, email)
}

/** Ends the links of mails that sign somebody in. */
export function forgetLinks(tx: Queries, email: string): Promise<void> {
  // As JSON has it; there it may stand as it was typed.
  return forgetMarked(tx, JSON.stringify(email.toLowerCase()))
}

/** better-auth's own: links of mails, begun passkeys and sign-ins elsewhere, by whom they name. */
async function forgetMarked(tx: Queries, mark: string): Promise<void> {
  const pattern = `%${mark.replaceAll(/[\\%_]/g, each => `\\${each}`)}%`
  await sql`delete from verification where lower(value) like ${pattern} escape '\\'`.execute(tx)
}

/**
 * From now on their addresses lead to nothing. The rows stay, naming nobody, until the sweep of files has removed the
 * bytes: a crash cannot lose the list, and auth may run where the bytes are not.
 */
async function hideFiles(tx: Queries, userId: string): Promise<void> {
  const nobody = { user_id: '', name: '', type: '', sha256: '', size: 0, blob: '', run_id: null, created_at: 0 }
  await tx.updateTable('file').set(nobody).where('user_id', '=', userId).execute()
}
