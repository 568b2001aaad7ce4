/** Runs and their events, files, callbacks, keys of vendors, and the audit log. */
export const workTables = `
create table run (
  id text primary key, service text not null, action text not null, user_id text not null,
  application_id text not null, origin text not null, state text not null, fund text not null,
  reason text not null, trace_id text not null, lease_owner text not null, held bigint not null,
  charged bigint not null, lease_until bigint not null, created_at bigint not null,
  credential_id text, conversation_id text, measure text, status_code integer not null,
  stop_at bigint, finished_at bigint, provider text, reference text, request text,
  response text, callback_url text, deadline_at bigint, poll_at bigint, started_at bigint,
  progress integer, deleted_at bigint
);
create index run_costs on run (user_id, created_at, service, charged);
create index run_credential on run (credential_id);
create index run_due on run (state, poll_at);
create index run_ended on run (finished_at);
create index run_state on run (state, lease_until);
create index run_time on run (created_at, service);
create index run_conversation on run (conversation_id, created_at) where conversation_id is
  not null;

create table event (
  run_id text not null, data text not null, created_at bigint not null, seq integer not null,
  constraint event_key primary key (run_id, seq)
);

create table output_name (
  name text not null, run_id text not null, value text not null,
  constraint output_name_key primary key (name, run_id, value)
);
create index output_name_run on output_name (run_id);

create table idempotency (
  owner text not null, route text not null, key text not null, body_hash text not null,
  run_id text, status integer, answer text, created_at bigint not null,
  constraint idempotency_key primary key (owner, route, key)
);
create index idempotency_age on idempotency (created_at);

create table file (
  id text primary key, user_id text not null, purpose text not null, name text not null,
  type text not null, sha256 text not null, blob text not null, run_id text,
  size bigint not null, created_at bigint not null
);
create index file_owner on file (user_id, created_at);
create index file_run on file (run_id);

create table callback (
  id text primary key, user_id text not null, run_id text not null, url text not null,
  body text not null, state text not null, note text not null, attempts integer not null,
  status_code integer, next_at bigint not null, give_up_at bigint not null,
  created_at bigint not null
);
create index callback_due on callback (state, next_at);
create index callback_run on callback (run_id);

create table free_slot (
  key text not null, day integer not null, slot integer not null,
  constraint free_slot_key primary key (key, day, slot)
);

create table provider_key (
  id text primary key, vendor text not null, base_url text not null, box text not null,
  last4 text not null, added_by text not null, created_at bigint not null
);

create table own_key (
  user_id text not null, vendor text not null, box text not null, last4 text not null,
  created_at bigint not null, constraint own_key_pk primary key (user_id, vendor)
);

create table audit (
  id text primary key, user_id text not null, origin text not null, method text not null,
  path text not null, target text not null, changes text not null, trace_id text not null,
  outcome text not null, created_at bigint not null
);
create index audit_path on audit (path, created_at);
create index audit_person on audit (user_id, created_at);
create index audit_time on audit (created_at, id);

create table process (
  id text primary key, host text not null, parts text not null, version text not null,
  pid integer not null, started_at bigint not null, seen_at bigint not null
)
`
