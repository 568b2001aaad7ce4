import { sql, type Kysely } from 'kysely'
import type { Tables } from '#servers/lib/database/tables.ts'
import { toResultItems, toUploadItem } from '#servers/library/add.ts'

/** Columns by index: one for each filter that a page of the library reads by. */
const INDEXES: Readonly<Record<string, readonly string[]>> = {
  library_time: ['user_id', 'created_at', 'id'],
  library_kind: ['user_id', 'kind', 'created_at', 'id'],
  library_service: ['user_id', 'service', 'created_at', 'id'],
  library_favourite: ['user_id', 'favourite', 'created_at', 'id'],
  library_run: ['run_id']
}

/** Rows in memory at a time, since a run may contain a large response. */
const PAGE = 100

/** Adds the library, with all results and uploads that users have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('library_item')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('user_id', 'text', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('run_id', 'text')
    .addColumn('service', 'text', column => column.notNull())
    .addColumn('model', 'text')
    .addColumn('file_id', 'text')
    .addColumn('poster_id', 'text')
    .addColumn('prompt', 'text', column => column.notNull())
    .addColumn('title', 'text', column => column.notNull())
    .addColumn('text', 'text', column => column.notNull())
    .addColumn('favourite', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  for (const [name, columns] of Object.entries(INDEXES))
    await db.schema
      .createIndex(name)
      .on('library_item')
      .columns([...columns])
      .execute()
  // An item without a file has null in this column, and a unique index allows many nulls.
  await db.schema
    .createIndex('library_file')
    .on('library_item')
    .column('file_id')
    .unique()
    .execute()
  await addOld(db as Kysely<Tables>)
}

async function addOld(db: Kysely<Tables>): Promise<void> {
  for (let last = ''; ;) {
    const runs = await db
      .selectFrom('run')
      .select(['id', 'user_id', 'service', 'action', 'model', 'request', 'response', 'state'])
      .select(sql<number>`coalesce(finished_at, created_at)`.as('made_at'))
      .where('id', '>', last)
      .where('service', '<>', 'chat')
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    for (const run of runs.filter(({ state }) => state === 'succeeded'))
      await insert(db, toResultItems(run, run.response, Number(run.made_at)))
    if (runs.length < PAGE) break
    last = runs.at(-1)?.id ?? last
  }
  for (let last = ''; ;) {
    const files = await db
      .selectFrom('file')
      .selectAll()
      .where('id', '>', last)
      .where('purpose', '=', 'upload')
      .where('blob', '<>', '')
      // Avatars are uploads too, but do not belong in the library.
      .where('name', '<>', 'avatar.webp')
      .orderBy('id')
      .limit(PAGE)
      .execute()
    await insert(db, files.map(toUploadItem))
    if (files.length < PAGE) break
    last = files.at(-1)?.id ?? last
  }
}

/** Inserts what the table has at this version, whatever later ones add to an item. */
async function insert(db: Kysely<Tables>, items: ReturnType<typeof toResultItems>): Promise<void> {
  if (items.length === 0) return
  const rows = items.map(item => ({
    id: item.id,
    user_id: item.user_id,
    kind: item.kind,
    run_id: item.run_id,
    service: item.service,
    model: item.model,
    file_id: item.file_id,
    poster_id: item.poster_id,
    prompt: item.prompt,
    title: item.title,
    text: item.text,
    created_at: item.created_at
  }))
  await db
    .insertInto('library_item')
    .values(rows)
    .onConflict(conflict => conflict.column('file_id').doNothing())
    .execute()
}
