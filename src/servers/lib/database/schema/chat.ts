/** Conversations, shared links, and reports about them. */
export const chatTables = `
create table conversation (
  id text primary key, user_id text not null, application_id text not null,
  origin text not null, model text not null, title text not null, created_at bigint not null,
  updated_at bigint not null, listed integer not null, leaf_id text,
  pinned integer not null default 0, preset text not null default '', temperature real,
  deleted_at bigint
);
create index conversation_recent on conversation (user_id, updated_at);
create index conversation_deleted on conversation (deleted_at) where deleted_at is not null;
create index conversation_list on conversation (user_id, pinned desc, updated_at desc, id,
  listed, deleted_at) where listed = 1 and deleted_at is null;
create index conversation_models on conversation (user_id, model, pinned desc, updated_at
  desc, id, listed, deleted_at) where listed = 1 and deleted_at is null;
create index conversation_unkept on conversation (updated_at) where listed = 0;

create table message (
  id text primary key, role text not null, content text not null, reasoning text not null,
  state text not null, created_at bigint not null,
  conversation_id text not null references conversation (id) on delete cascade,
  position integer not null, error text, run_id text, parent_id text, model text,
  thought integer, constraint message_position unique (conversation_id, position)
);
create index message_parent on message (parent_id);
create index message_run on message (run_id);

create table share (
  id text primary key,
  conversation_id text not null unique references conversation (id) on delete cascade,
  user_id text not null, origin text not null, title text not null, leaf_id text not null,
  created_at bigint not null, taken_down_at bigint
);

create table report (
  id text primary key, share_id text not null, conversation_id text not null,
  origin text not null, reason text not null, text text not null, reporter_id text not null,
  state text not null, settled_by text not null, settled_at bigint, created_at bigint not null
);
create index report_share on report (share_id, state);
create index report_state on report (state, created_at, id);

create table taken_file (
  file_id text not null, share_id text not null,
  constraint taken_file_pk primary key (file_id, share_id)
)
`
