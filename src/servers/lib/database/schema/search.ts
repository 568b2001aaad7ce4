/**
 * The words of messages and of titles (rows without a message). The search index contains groups of
 * three letters, which work in any language: FTS5 with triggers on SQLite, pg_trgm on PostgreSQL.
 */
const passages = (id: string): string => `create table passage (
  id ${id} primary key, user_id text not null,
  conversation_id text not null references conversation (id) on delete cascade,
  message_id text unique references message (id) on delete cascade, text text not null
)`

const indexes = [
  'create index passage_owner on passage (user_id)',
  'create index passage_conversation on passage (conversation_id)'
]

export const sqliteSearch: readonly string[] = [
  passages('integer'),
  ...indexes,
  `create virtual table passage_words
    using fts5(text, content='passage', content_rowid='id', tokenize='trigram')`,
  `create trigger passage_added after insert on passage begin
    insert into passage_words(rowid, text) values (new.id, new.text); end`,
  `create trigger passage_removed after delete on passage begin
    insert into passage_words(passage_words, rowid, text) values ('delete', old.id, old.text); end`,
  `create trigger passage_changed after update of text on passage begin
    insert into passage_words(passage_words, rowid, text) values ('delete', old.id, old.text);
    insert into passage_words(rowid, text) values (new.id, new.text); end`
]

export const postgresSearch: readonly string[] = [
  passages('bigserial'),
  ...indexes,
  'create extension if not exists pg_trgm',
  'create index passage_words on passage using gin (text gin_trgm_ops)',
  'create index person_words on "user" using gin ((lower(email)) gin_trgm_ops, (lower(name)) gin_trgm_ops)'
]
