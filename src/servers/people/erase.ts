import { sql } from 'kysely'
import type { Queries } from '#servers/lib/database/queries.ts'
import { removeLibrary } from '#servers/library/change.ts'
import { removeUserPushes } from '#servers/push/subscribe.ts'
import { forgetUserRuns } from '#servers/runs/owner.ts'

/** Tables of which nothing of a user stays, besides those that {@link eraseWork} empties. */
const OWN = [
  'credential',
  'own_key',
  'short_link',
  'featured',
  'preset',
  'project',
  'profile'
] as const

/**
 * Erases a user's data except the books, in the caller's transaction. Applications, funds, ledger,
 * periods, orders, refunds, redemptions, rewards, runs and the audit log stay. They show what was
 * paid and changed, and when, under an id that names nobody. The caller ensures that no run of the
 * user is active, and removes what has only their email address: {@link deleteSignInLinks}.
 */
export async function eraseUser(tx: Queries, userId: string): Promise<void> {
  await eraseWork(tx, userId)
  await eraseSignIns(tx, userId)
  await hideFiles(tx, userId)
  await removeUserPushes(tx, userId)
  for (const table of OWN) await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  await tx.deleteFrom('block').where('user_id', '=', userId).execute()
  // A report on shared content stays, without its reporter and their words.
  await tx
    .updateTable('report')
    .set({ reporter_id: '', text: '' })
    .where('reporter_id', '=', userId)
    .execute()
  await tx.deleteFrom('guest').where('claimed_by', '=', userId).execute()
  await tx
    .updateTable('profile')
    .set({ inviter_id: null })
    .where('inviter_id', '=', userId)
    .execute()
  // This also deletes sessions, linked accounts, passkeys and second factors.
  await tx.deleteFrom('user').where('id', '=', userId).execute()
}

/** Erases a user's prompts and results; of runs, only the receipt stays. */
export async function eraseWork(tx: Queries, userId: string): Promise<void> {
  const runs = tx.selectFrom('run').select('id').where('user_id', '=', userId)
  for (const table of ['event', 'output_name'] as const)
    await tx.deleteFrom(table).where('run_id', 'in', runs).execute()
  await tx.deleteFrom('callback').where('user_id', '=', userId).execute()
  await tx.deleteFrom('idempotency').where('owner', '=', userId).execute()
  for (const table of ['share', 'comparison_vote'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  await erasePublications(tx, userId)
  await removeLibrary(tx, userId)
  // The conversations lose their owner now. A sweep deletes them in pieces, since removing their
  // words from the search index is slow.
  await tx
    .updateTable('conversation')
    .set({ user_id: '', title: '', listed: 0, deleted_at: 0 })
    .where('user_id', '=', userId)
    .execute()
  await forgetUserRuns(tx, userId)
}

/** Deletes what a user shares with its likes, and the user's own likes. */
async function erasePublications(tx: Queries, userId: string): Promise<void> {
  const own = tx.selectFrom('publication').select('id').where('user_id', '=', userId)
  await tx.deleteFrom('publication_like').where('publication_id', 'in', own).execute()
  await tx.deleteFrom('publication').where('user_id', '=', userId).execute()
  const liked = tx
    .selectFrom('publication_like')
    .select('publication_id')
    .where('user_id', '=', userId)
  await tx
    .updateTable('publication')
    .set(({ eb }) => ({ likes: eb('likes', '-', 1) }))
    .where('id', 'in', liked)
    .execute()
  await tx.deleteFrom('publication_like').where('user_id', '=', userId).execute()
}

async function eraseSignIns(tx: Queries, id: string): Promise<void> {
  const grants = tx.selectFrom('grant').select('id').where('user_id', '=', id)
  for (const table of ['refresh_token', 'hub_session'] as const)
    await tx.deleteFrom(table).where('grant_id', 'in', grants).execute()
  for (const table of ['grant', 'code', 'phone_sign_in'] as const)
    await tx.deleteFrom(table).where('user_id', '=', id).execute()
  await tx.updateTable('code').set({ inviter_id: null }).where('inviter_id', '=', id).execute()
  await forgetMarked(tx, id)
}

/** Deletes the links in mails that sign somebody in. */
export function deleteSignInLinks(tx: Queries, email: string): Promise<void> {
  // The value is JSON, and the address in it may be written in other upper and lower case.
  return forgetMarked(tx, JSON.stringify(email.toLowerCase()))
}

/**
 * Deletes better-auth's rows that contain a text of the user: emailed links, and unfinished
 * passkeys and sign-ins at providers.
 */
async function forgetMarked(tx: Queries, mark: string): Promise<void> {
  const pattern = `%${mark.replaceAll(/[\\%_]/g, each => `\\${each}`)}%`
  await sql`delete from verification where lower(value) like ${pattern} escape '\\'`.execute(tx)
}

/**
 * Makes a user's files unreadable at once. Their rows stay without an owner until the file sweep
 * has deleted the bytes. So nothing is forgotten if the process dies, and auth may run on a machine
 * without the bytes.
 */
export async function hideFiles(tx: Queries, userId: string): Promise<void> {
  const nobody = {
    user_id: '',
    name: '',
    type: '',
    sha256: '',
    size: 0,
    blob: '',
    run_id: null,
    created_at: 0
  }
  await tx.updateTable('file').set(nobody).where('user_id', '=', userId).execute()
}
