import { sql, type CreateTableBuilder, type Kysely } from 'kysely'
import { textOf, type Content } from '#core/chat.ts'
import type { DatabaseKind } from '#servers/lib/database/kind.ts'

type Db = Kysely<unknown>
type Table = CreateTableBuilder<string, string>

/** Versions of a message, settings of a conversation, what is searched, and links that are shared. */
export async function up(db: Db, kind: DatabaseKind): Promise<void> {
  await widen(db)
  await settleVersions(db)
  await passages(db, kind)
  await shares(db)
}

async function widen(db: Db): Promise<void> {
  await db.schema.alterTable('message').addColumn('parent_id', 'text').execute()
  await db.schema.alterTable('message').addColumn('model', 'text').execute()
  await db.schema.alterTable('message').addColumn('thought', 'integer').execute()
  await db.schema.createIndex('message_parent').on('message').column('parent_id').execute()
  await db.schema.createIndex('message_run').on('message').column('run_id').execute()
  await db.schema.alterTable('conversation').addColumn('leaf_id', 'text').execute()
  await db.schema
    .alterTable('conversation')
    .addColumn('pinned', 'integer', column => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('conversation')
    .addColumn('preset', 'text', column => column.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('conversation').addColumn('temperature', 'real').execute()
  await db.schema.alterTable('conversation').addColumn('deleted_at', 'bigint').execute()
}

/** Until now each message followed the one before it. */
async function settleVersions(db: Db): Promise<void> {
  await sql`update message set parent_id = (select before.id from message as before
    where before.conversation_id = message.conversation_id and before.position < message.position
    order by before.position desc limit 1)`.execute(db)
  await sql`update conversation set leaf_id = (select last.id from message as last
    where last.conversation_id = conversation.id order by last.position desc limit 1)`.execute(db)
}

/** The words of titles (without a message) and messages, by groups of three letters: the way to search in any language. */
async function passages(db: Db, kind: DatabaseKind): Promise<void> {
  const id = kind === 'postgres' ? sql`bigserial` : sql`integer`
  await (db.schema.createTable('passage').addColumn('id', id, column => column.primaryKey()) as Table)
    .addColumn('user_id', 'text', column => column.notNull())
    .addColumn('conversation_id', 'text', column => column.notNull().references('conversation.id').onDelete('cascade'))
    .addColumn('message_id', 'text', column => column.references('message.id').onDelete('cascade').unique())
    .addColumn('text', 'text', column => column.notNull())
    .execute()
  await db.schema.createIndex('passage_owner').on('passage').column('user_id').execute()
  await db.schema.createIndex('passage_conversation').on('passage').column('conversation_id').execute()
  await (kind === 'postgres' ? trigrams(db) : wordTable(db))
  await sql`insert into passage (user_id, conversation_id, text)
    select user_id, id, title from conversation where listed = 1 and title <> ''`.execute(db)
  await readMessages(db)
}

/** How many messages are read at a time. */
const BATCH = 500

/** What is stored is JSON; what is searched are its words. */
async function readMessages(db: Db): Promise<void> {
  for (let after = '', more = true; more;) {
    const { rows } = await sql<{ id: string; conversation_id: string; user_id: string; content: string }>`
      select message.id, conversation_id, user_id, content from message join conversation on conversation.id = conversation_id
      where listed = 1 and message.id > ${after} order by message.id limit ${BATCH}`.execute(db)
    for (const { id, conversation_id, user_id, content } of rows) {
      // PostgreSQL has no NUL in its texts; as JSON, what was said may hold one.
      const text = textOf(JSON.parse(content) as Content)
        .replaceAll('\0', ' ')
        .toWellFormed()
      if (text === '') continue
      await sql`insert into passage (user_id, conversation_id, message_id, text)
        values (${user_id}, ${conversation_id}, ${id}, ${text})`.execute(db)
    }
    after = rows.at(-1)?.id ?? ''
    more = rows.length === BATCH
  }
}

async function trigrams(db: Db): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db)
  await sql`create index passage_words on passage using gin (text gin_trgm_ops)`.execute(db)
}

async function wordTable(db: Db): Promise<void> {
  await sql`create virtual table passage_words using fts5(text, content='passage', content_rowid='id', tokenize='trigram')`.execute(db)
  await sql`create trigger passage_added after insert on passage begin
    insert into passage_words(rowid, text) values (new.id, new.text); end`.execute(db)
  await sql`create trigger passage_removed after delete on passage begin
    insert into passage_words(passage_words, rowid, text) values ('delete', old.id, old.text); end`.execute(db)
  await sql`create trigger passage_changed after update of text on passage begin
    insert into passage_words(passage_words, rowid, text) values ('delete', old.id, old.text);
    insert into passage_words(rowid, text) values (new.id, new.text); end`.execute(db)
}

/** A conversation up to one of its messages, for whoever has the link: the id is the capability that opens it. */
async function shares(db: Db): Promise<void> {
  await (db.schema.createTable('share').addColumn('id', 'text', column => column.primaryKey()) as Table)
    .addColumn('conversation_id', 'text', column => column.notNull().unique().references('conversation.id').onDelete('cascade'))
    .addColumn('user_id', 'text', column => column.notNull())
    .addColumn('origin', 'text', column => column.notNull())
    .addColumn('title', 'text', column => column.notNull())
    .addColumn('leaf_id', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
}
