import type { Kysely } from 'kysely'

/** Adds the sign-in that a code began, so that a stolen code can end it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('code').addColumn('grant_id', 'text').execute()
}
