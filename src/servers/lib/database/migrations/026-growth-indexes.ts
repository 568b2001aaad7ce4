import type { Kysely } from 'kysely'

/**
 * Columns by index. Without these indexes, some queries would read whole tables that grow with the
 * users.
 */
const INDEXES: Readonly<Record<string, readonly [table: string, ...columns: string[]]>> = {
  callback_user: ['callback', 'user_id'],
  conversation_time: ['conversation', 'user_id', 'created_at', 'id'],
  credential_user: ['credential', 'user_id', 'updated_at'],
  distribution_history_kind: ['distribution_history', 'kind', 'created_at'],
  featured_user: ['featured', 'user_id'],
  grant_origin: ['grant', 'origin'],
  guest_claimed: ['guest', 'claimed_by'],
  guest_origin: ['guest', 'origin'],
  hub_session_grant: ['hub_session', 'grant_id'],
  ledger_kinds: ['ledger', 'application_id', 'kind', 'created_at'],
  order_origin: ['order', 'origin'],
  order_time: ['order', 'created_at', 'id'],
  phone_sign_in_user: ['phone_sign_in', 'user_id'],
  profile_origin: ['profile', 'origin'],
  report_origin: ['report', 'origin'],
  report_reporter: ['report', 'reporter_id', 'created_at', 'id'],
  report_time: ['report', 'created_at', 'id'],
  run_owner_state: ['run', 'user_id', 'state', 'created_at'],
  run_tasks: ['run', 'user_id', 'service', 'deleted_at', 'created_at'],
  share_origin: ['share', 'origin'],
  share_user: ['share', 'user_id'],
  short_link_user: ['short_link', 'user_id', 'created_at']
}

/** Adds indexes for lists, counts and deletions of tables that grow with their users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, [table, ...columns]] of Object.entries(INDEXES))
    await db.schema.createIndex(name).on(table).columns(columns).execute()
  // The index `ledger_kinds` begins with the same column, so this one is not needed.
  await db.schema.dropIndex('ledger_application_id').execute()
}
