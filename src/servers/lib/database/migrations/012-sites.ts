import type { Kysely } from 'kysely'

/** What a site says beside its brand: languages, legal pages, contacts; and who changed which of its fields last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, value] of Object.entries({ locales: '[]', terms_url: '', privacy_url: '', edits: '{}' }))
    await db.schema
      .alterTable('site')
      .addColumn(name, 'text', column => column.notNull().defaultTo(value))
      .execute()
}
