-- Every statement that the first version (commit 6c9924a) ran on an empty PostgreSQL database, then the rows of two people.;

create table if not exists "schema_version" ("version" integer not null);

create table "user" ("id" text primary key, "name" text not null, "email" text not null, "createdAt" timestamptz not null, "updatedAt" timestamptz not null, "emailVerified" boolean not null, "image" text, constraint "user_email" unique ("email"));

create table "session" ("id" text primary key, "token" text not null, "createdAt" timestamptz not null, "updatedAt" timestamptz not null, "userId" text not null references "user" ("id") on delete cascade, "expiresAt" timestamptz not null, "ipAddress" text, "userAgent" text, constraint "session_token" unique ("token"));

create table "account" ("id" text primary key, "accountId" text not null, "providerId" text not null, "createdAt" timestamptz not null, "updatedAt" timestamptz not null, "userId" text not null references "user" ("id") on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" timestamptz, "refreshTokenExpiresAt" timestamptz, "scope" text, "password" text);

create table "verification" ("id" text primary key, "identifier" text not null, "value" text not null, "createdAt" timestamptz not null, "updatedAt" timestamptz not null, "expiresAt" timestamptz not null);

create index "session_userId" on "session" ("userId");

create index "account_userId" on "account" ("userId");

create index "verification_identifier" on "verification" ("identifier");

create table "meta" ("value" text not null, "key" text primary key);

create table "site" ("id" text primary key, "origin" text not null, "title" text not null, "description" text not null, "keywords" text not null, "favicon" text not null, "logo" text not null, "accent" text not null, "admins" text not null, "features" text not null, "distribution" text not null, "created_at" bigint not null, "updated_at" bigint not null, constraint "site_origin" unique ("origin"));

create table "code" ("user_id" text not null, "origin" text not null, "redirect" text not null, "expires_at" bigint not null, "hash" text primary key, "auth_session" text, "challenge" text, "inviter_id" text, "used_at" bigint);

create table "grant" ("id" text primary key, "user_id" text not null, "origin" text not null, "refresh_hash" text not null, "rotated_at" bigint not null, "expires_at" bigint not null, "created_at" bigint not null, "auth_session" text, "previous_hash" text, "revoked_at" bigint, constraint "grant_refresh" unique ("refresh_hash"));

create table "hub_session" ("grant_id" text not null, "expires_at" bigint not null, "created_at" bigint not null, "hash" text primary key);

create index "grant_previous_hash" on "grant" ("previous_hash");

create index "grant_auth_session" on "grant" ("auth_session");

create table "application" ("id" text primary key, "user_id" text not null, "type" text not null, "scope" text not null, "service_id" text not null, "created_at" bigint not null, "updated_at" bigint not null, "used" bigint default 0 not null, "expired_at" bigint, constraint "application_once" unique ("user_id", "type", "scope", "service_id"));

create table "fund" ("application_id" text not null, "kind" text not null, "remaining" bigint not null check (remaining >= 0), constraint "fund_key" primary key ("application_id", "kind"));

create table "ledger" ("id" text primary key, "application_id" text not null, "fund" text not null, "kind" text not null, "reference" text not null, "created_at" bigint not null, "amount" bigint not null, constraint "ledger_once" unique ("kind", "reference"));

create table "credential" ("id" text primary key, "application_id" text not null, "user_id" text not null, "name" text not null, "type" text not null, "token_hash" text not null, "created_at" bigint not null, "updated_at" bigint not null, "host" text, "token_box" text, "expired_at" bigint, constraint "credential_token" unique ("token_hash"), constraint "credential_origin" unique ("application_id", "host"));

create index "ledger_application_id" on "ledger" ("application_id");

create table "conversation" ("id" text primary key, "user_id" text not null, "application_id" text not null, "origin" text not null, "model" text not null, "title" text not null, "created_at" bigint not null, "updated_at" bigint not null, "listed" integer not null);

create table "message" ("id" text primary key, "role" text not null, "content" text not null, "reasoning" text not null, "state" text not null, "created_at" bigint not null, "conversation_id" text not null references "conversation" ("id") on delete cascade, "position" integer not null, "error" text, "run_id" text, constraint "message_position" unique ("conversation_id", "position"));

create table "run" ("id" text primary key, "service" text not null, "action" text not null, "user_id" text not null, "application_id" text not null, "origin" text not null, "state" text not null, "fund" text not null, "reason" text not null, "trace_id" text not null, "lease_owner" text not null, "held" bigint not null, "charged" bigint not null, "lease_until" bigint not null, "created_at" bigint not null, "credential_id" text, "conversation_id" text, "measure" text, "status_code" integer not null, "stop_at" bigint, "finished_at" bigint);

create table "event" ("run_id" text not null, "data" text not null, "created_at" bigint not null, "seq" integer not null, constraint "event_key" primary key ("run_id", "seq"));

create index "conversation_recent" on "conversation" ("user_id", "updated_at");

create index "run_recent" on "run" ("user_id", "created_at");

create index "run_state" on "run" ("state", "lease_until");

alter table "run" add column "provider" text;

alter table "run" add column "reference" text;

alter table "run" add column "request" text;

alter table "run" add column "response" text;

alter table "run" add column "callback_url" text;

alter table "run" add column "deadline_at" bigint;

alter table "run" add column "poll_at" bigint;

alter table "run" add column "started_at" bigint;

alter table "run" add column "progress" integer;

create index "run_due" on "run" ("state", "poll_at");

create table "idempotency" ("owner" text not null, "route" text not null, "key" text not null, "body_hash" text not null, "run_id" text, "status" integer, "answer" text, "created_at" bigint not null, constraint "idempotency_key" primary key ("owner", "route", "key"));

create table "file" ("id" text primary key, "user_id" text not null, "purpose" text not null, "name" text not null, "type" text not null, "sha256" text not null, "blob" text not null, "run_id" text, "size" bigint not null, "created_at" bigint not null);

create table "callback" ("id" text primary key, "user_id" text not null, "run_id" text not null, "url" text not null, "body" text not null, "state" text not null, "note" text not null, "attempts" integer not null, "status_code" integer, "next_at" bigint not null, "give_up_at" bigint not null, "created_at" bigint not null);

create table "free_slot" ("key" text not null, "day" integer not null, "slot" integer not null, constraint "free_slot_key" primary key ("key", "day", "slot"));

create index "callback_due" on "callback" ("state", "next_at");

create index "callback_run" on "callback" ("run_id");

create index "file_owner" on "file" ("user_id", "created_at");

create index "file_run" on "file" ("run_id");

create index "idempotency_age" on "idempotency" ("created_at");

alter table "user" add column "twoFactorEnabled" boolean;

create table "twoFactor" ("id" text primary key, "userId" text not null references "user" ("id") on delete cascade, "secret" text not null, "backupCodes" text not null, "verified" boolean, "failedVerificationCount" integer, "lockedUntil" timestamptz);

create table "passkey" ("id" text primary key, "userId" text not null references "user" ("id") on delete cascade, "publicKey" text not null, "credentialID" text not null, "deviceType" text not null, "name" text, "counter" integer not null, "backedUp" boolean not null, "transports" text, "createdAt" timestamptz, "aaguid" text);

create index "twoFactor_secret" on "twoFactor" ("secret");

create index "twoFactor_userId" on "twoFactor" ("userId");

create index "passkey_userId" on "passkey" ("userId");

create index "passkey_credentialID" on "passkey" ("credentialID");

create table "profile" ("origin" text not null, "first_name" text not null, "last_name" text not null, "gender" text not null, "city" text not null, "province" text not null, "country" text not null, "user_id" text primary key, "inviter_id" text, "created_at" bigint not null);

create index "profile_inviter" on "profile" ("inviter_id", "created_at");

create table "refresh_token" ("grant_id" text not null, "hash" text primary key, "next_box" text, "used_at" bigint, "created_at" bigint not null);

create index "refresh_token_grant" on "refresh_token" ("grant_id");

alter table "grant" rename to "grant_before";

drop index "grant_previous_hash";

drop index "grant_auth_session";

create table "grant" ("id" text primary key, "user_id" text not null, "origin" text not null, "agent" text not null, "address" text not null, "auth_session" text, "used_at" bigint not null, "expires_at" bigint not null, "revoked_at" bigint, "created_at" bigint not null);

drop table "grant_before";

create index "grant_auth_session" on "grant" ("auth_session");

create index "grant_user" on "grant" ("user_id");

create table "phone_sign_in" ("id" text primary key, "secret_hash" text not null, "origin" text not null, "agent" text not null, "address" text not null, "state" text not null, "user_id" text, "expires_at" bigint not null, "created_at" bigint not null, constraint "phone_sign_in_secret" unique ("secret_hash"));

create table "mail" ("id" text primary key, "kind" text not null, "box" text not null, "note" text not null, "attempts" integer not null, "next_at" bigint not null, "give_up_at" bigint not null, "created_at" bigint not null);

create index "mail_due" on "mail" ("next_at");

create table "service_change" ("changes" text not null, "service_id" text primary key, "updated_at" bigint not null);

create table "package" ("id" text primary key, "service_id" text not null, "type" text not null, "title" text not null, "amount" bigint not null, "price" bigint not null, "duration" bigint not null, "created_at" bigint not null, "updated_at" bigint not null, "position" integer not null, "active" integer not null);

create table "order" ("id" text primary key, "user_id" text not null, "origin" text not null, "application_ids" text not null, "package_ids" text not null, "description" text not null, "state" text not null, "pay_way" text not null, "fund" text not null, "amount" bigint not null, "price" bigint not null, "created_at" bigint not null, "updated_at" bigint not null, "duration" bigint not null, "pay_id" text, "pay_url" text, "paid_at" bigint, "expires_at" bigint);

create table "distribution_level" ("id" text primary key, "title" text not null, "threshold" bigint not null, "percentage" bigint not null, "created_at" bigint not null, "level" integer not null unique);

create table "distribution_status" ("user_id" text primary key, "price" bigint not null, "reward" bigint not null, "created_at" bigint not null, "updated_at" bigint not null);

create table "distribution_history" ("id" text primary key, "user_id" text not null, "invitee_id" text not null, "order_id" text not null, "price" bigint not null, "reward" bigint not null, "percentage" bigint not null, "created_at" bigint not null, constraint "distribution_history_order" unique ("order_id"));

create index "distribution_history_owner" on "distribution_history" ("user_id", "created_at");

create table "short_link" ("user_id" text not null, "content" text not null, "code" text primary key, "created_at" bigint not null, constraint "short_link_content" unique ("user_id", "content"));

alter table "site" add column "login" text default 'redirect' not null;

alter table "site" add column "dated" integer default 0 not null;

alter table "site" add column "margin" integer default 0 not null;

alter table "site" add column "version" integer default 1 not null;

alter table "credential" add column "limited" bigint;

create index "run_credential" on "run" ("credential_id");

create index "order_owner" on "order" ("user_id", "created_at");

alter table "run" add column "deleted_at" bigint;

create table "output_name" ("name" text not null, "run_id" text not null, "value" text not null, constraint "output_name_key" primary key ("name", "run_id", "value"));

create index "output_name_run" on "output_name" ("run_id");

alter table "message" add column "parent_id" text;

alter table "message" add column "model" text;

alter table "message" add column "thought" integer;

create index "message_parent" on "message" ("parent_id");

create index "message_run" on "message" ("run_id");

alter table "conversation" add column "leaf_id" text;

alter table "conversation" add column "pinned" integer default 0 not null;

alter table "conversation" add column "preset" text default '' not null;

alter table "conversation" add column "temperature" real;

alter table "conversation" add column "deleted_at" bigint;

create table "passage" ("id" bigserial primary key, "user_id" text not null, "conversation_id" text not null references "conversation" ("id") on delete cascade, "message_id" text unique references "message" ("id") on delete cascade, "text" text not null);

create index "passage_owner" on "passage" ("user_id");

create index "passage_conversation" on "passage" ("conversation_id");

create extension if not exists pg_trgm;

create index passage_words on passage using gin (text gin_trgm_ops);

create table "share" ("id" text primary key, "conversation_id" text not null unique references "conversation" ("id") on delete cascade, "user_id" text not null, "origin" text not null, "title" text not null, "leaf_id" text not null, "created_at" bigint not null);

create index conversation_list on conversation (user_id, pinned desc, updated_at desc, id, listed, deleted_at) where listed = 1 and deleted_at is null;

create index conversation_models on conversation (user_id, model, pinned desc, updated_at desc, id, listed, deleted_at) where listed = 1 and deleted_at is null;

create index conversation_deleted on conversation (deleted_at) where deleted_at is not null;

create index conversation_unkept on conversation (updated_at) where listed = 0;

create index run_conversation on run (conversation_id, created_at) where conversation_id is not null;

create table "guest" ("id" text primary key, "application_id" text not null unique, "token_hash" text not null unique, "origin" text not null, "claimed_by" text, "created_at" bigint not null, "expires_at" bigint not null);

create index "guest_end" on "guest" ("expires_at");

create table "provider_key" ("id" text primary key, "vendor" text not null, "base_url" text not null, "box" text not null, "last4" text not null, "added_by" text not null, "created_at" bigint not null);

create table "own_key" ("user_id" text not null, "vendor" text not null, "box" text not null, "last4" text not null, "created_at" bigint not null, constraint "own_key_pk" primary key ("user_id", "vendor"));

alter table "order" add column "rail" text default '' not null;

alter table "order" add column "note" text default '' not null;

alter table "order" add column "booked" text default '' not null;

alter table "order" add column "parts" text default '[]' not null;

alter table "order" add column "refunded" bigint default 0 not null;

alter table "order" add column "untold" bigint default 0 not null;

create index "order_payment" on "order" ("pay_id") where "pay_id" is not null;

create index "order_untold" on "order" ("paid_at") where "untold" = 1;

create table "period" ("id" text primary key, "application_id" text not null, "order_id" text not null, "fund" text not null, "state" text not null, "amount" bigint not null, "withheld" bigint not null, "starts_at" bigint not null, "ends_at" bigint not null, "reminded" bigint not null, "created_at" bigint not null, "updated_at" bigint not null);

create index "period_application" on "period" ("application_id", "state");

create index "period_order" on "period" ("order_id");

create index "period_state" on "period" ("state", "ends_at");

alter table "ledger" add column "period" text;

alter table "fund" add column "period" text;

create index "ledger_period" on "ledger" ("period") where "period" is not null;

create table "refund" ("id" text primary key, "order_id" text not null, "rail" text not null, "state" text not null, "reason" text not null, "asked_by" text not null, "note" text not null, "cents" bigint not null, "amount" bigint not null, "taken" bigint not null, "rest" bigint not null, "tries" bigint not null, "next_at" bigint not null, "created_at" bigint not null, "updated_at" bigint not null);

create index "refund_order" on "refund" ("order_id");

create table "redemption_code" ("id" text primary key, "code_hash" text not null, "hint" text not null, "label" text not null, "package_id" text not null, "created_by" text not null, "type" text not null, "service_id" text not null, "amount" bigint not null, "duration" bigint not null, "uses" bigint not null, "most_uses" bigint not null, "created_at" bigint not null, "updated_at" bigint not null, "expires_at" bigint, "ended_at" bigint);

create unique index "redemption_code_hash" on "redemption_code" ("code_hash");

create index "redemption_code_time" on "redemption_code" ("created_at", "id");

create table "redemption" ("id" text primary key, "code_id" text not null, "user_id" text not null, "order_id" text not null, "created_at" bigint not null, "updated_at" bigint not null);

create unique index "redemption_once" on "redemption" ("code_id", "user_id");

create index "redemption_order" on "redemption" ("order_id");

create table "distribution_entry" ("id" text primary key, "user_id" text not null, "invitee_id" text not null, "order_id" text not null, "kind" text not null, "reference" text not null, "fund" text not null, "note" text not null, "created_by" text not null, "price" bigint not null, "reward" bigint not null, "percentage" bigint not null, "created_at" bigint not null, constraint "distribution_entry_reference" unique ("kind", "reference"));

drop table "distribution_history";

alter table "distribution_entry" rename to "distribution_history";

create index "distribution_history_owner" on "distribution_history" ("user_id", "created_at");

create index "distribution_history_order" on "distribution_history" ("order_id");

create table "distribution_sum" ("user_id" text not null, "fund" text not null, "price" bigint not null, "reward" bigint not null, "paid_out" bigint not null, "created_at" bigint not null, "updated_at" bigint not null, constraint "distribution_sum_key" primary key ("user_id", "fund"));

drop table "distribution_status";

alter table "distribution_sum" rename to "distribution_status";

alter table "site" add column "locales" text default '[]' not null;

alter table "site" add column "terms_url" text default '' not null;

alter table "site" add column "privacy_url" text default '' not null;

alter table "site" add column "edits" text default '{}' not null;

alter table "profile" add column "notify" text default '{}' not null;

alter table "profile" add column "locale" text default '' not null;

alter table "application" add column "low_told_at" bigint;

create index "application_updated" on "application" ("updated_at");

create index ledger_grants on ledger (application_id, created_at)
    where kind in ('free', 'order', 'period', 'lapse', 'refund');

create table "audit" ("id" text primary key, "user_id" text not null, "origin" text not null, "method" text not null, "path" text not null, "target" text not null, "changes" text not null, "trace_id" text not null, "outcome" text not null, "created_at" bigint not null);

create index "audit_time" on "audit" ("created_at", "id");

create index "audit_person" on "audit" ("user_id", "created_at");

create index "audit_path" on "audit" ("path", "created_at");

create index "run_time" on "run" ("created_at", "service");

create index "run_ended" on "run" ("finished_at");

create index "run_costs" on "run" ("user_id", "created_at", "service", "charged");

drop index "run_recent";

create index "order_state" on "order" ("state", "updated_at");

create index "person_time" on "user" ("createdAt");

create index person_words on "user" using gin ((lower(email)) gin_trgm_ops, (lower(name)) gin_trgm_ops);

create table "process" ("id" text primary key, "host" text not null, "parts" text not null, "version" text not null, "pid" integer not null, "started_at" bigint not null, "seen_at" bigint not null);

create table "block" ("user_id" text primary key, "reason" text not null, "blocked_by" text not null, "created_at" bigint not null);

create table "report" ("id" text primary key, "share_id" text not null, "conversation_id" text not null, "origin" text not null, "reason" text not null, "text" text not null, "reporter_id" text not null, "state" text not null, "settled_by" text not null, "settled_at" bigint, "created_at" bigint not null);

create index "report_state" on "report" ("state", "created_at", "id");

create index "report_share" on "report" ("share_id", "state");

alter table "share" add column "taken_down_at" bigint;

create table "taken_file" ("file_id" text not null, "share_id" text not null, constraint "taken_file_pk" primary key ("file_id", "share_id"));

insert into "user" ("id", "name", "email", "createdAt", "updatedAt", "emailVerified", "image", "twoFactorEnabled") values
  ('888f2333-e4ed-422f-ab91-e167e9afbe69', 'ada', 'ada@example.com', '2026-11-24T03:47:44.460Z', '2026-11-24T03:47:44.460Z', false, null, false),
  ('05d1726e-af60-45dc-b057-3e9e1527a0e0', 'eve', 'eve@example.com', '2026-11-24T03:47:44.528Z', '2026-11-24T03:47:44.528Z', false, null, false);

insert into "conversation" ("id", "user_id", "application_id", "origin", "model", "title", "created_at", "updated_at", "listed", "leaf_id", "pinned", "preset", "temperature", "deleted_at") values
  ('1d1664a4-4cf7-4956-9d54-f0579590be42', '888f2333-e4ed-422f-ab91-e167e9afbe69', '8ea0ca14-e958-4ab5-8feb-952658b86db3', 'http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', 'gpt-5-all', 'mine [sandbox:tokens=5]', 1795608000000, 1795608000000, 1, '681a6a38-1472-465c-8bc0-a304c354c791', 0, '', null, null),
  ('beef49da-c501-4f45-aa74-41ea56ad3e01', '888f2333-e4ed-422f-ab91-e167e9afbe69', '8ea0ca14-e958-4ab5-8feb-952658b86db3', 'http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', 'gpt-5-all', 'mine [sandbox:tokens=5]', 1795608000000, 1795608000000, 1, null, 0, '', null, 1795608000000),
  ('61f3608b-3b52-462a-9520-c98687eaebea', '888f2333-e4ed-422f-ab91-e167e9afbe69', '8ea0ca14-e958-4ab5-8feb-952658b86db3', 'http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', 'gpt-5-all', 'Grüße 你好 [sandbox:tokens=20]', 1795608000000, 1795608000000, 1, '4cf844bb-7779-424d-9032-8ed425008b8b', 0, '', null, null);

insert into "message" ("id", "role", "content", "reasoning", "state", "created_at", "conversation_id", "position", "error", "run_id", "parent_id", "model", "thought") values
  ('a0bf0dd1-9b62-4eef-9b5d-3ad57175e707', 'user', '"mine [sandbox:tokens=5]"', '', 'finished', 1795608000000, '1d1664a4-4cf7-4956-9d54-f0579590be42', 0, null, 'a7f450d5-78c9-4202-83d3-c585f99693e7', null, null, null),
  ('681a6a38-1472-465c-8bc0-a304c354c791', 'assistant', '"You ask: “mine” The "', '', 'finished', 1795608000000, '1d1664a4-4cf7-4956-9d54-f0579590be42', 1, null, 'a7f450d5-78c9-4202-83d3-c585f99693e7', 'a0bf0dd1-9b62-4eef-9b5d-3ad57175e707', 'gpt-5-all', null),
  ('290e04f1-0f4f-4e17-9b6b-1b5def265956', 'user', '"Grüße 你好 [sandbox:tokens=20]"', '', 'finished', 1795608000000, '61f3608b-3b52-462a-9520-c98687eaebea', 0, null, '74427478-baf7-4bf3-9518-f4277d708c16', null, null, null),
  ('64822fe7-4acf-4b7a-b9a8-a99c446c783c', 'assistant', '"## Grüße 你好\n\n_Dies ist eine Sandbox-Antwort; kein Modell hat sie geschrieb"', '', 'finished', 1795608000000, '61f3608b-3b52-462a-9520-c98687eaebea', 1, null, '74427478-baf7-4bf3-9518-f4277d708c16', '290e04f1-0f4f-4e17-9b6b-1b5def265956', 'gpt-5-all', null),
  ('53aeba0b-c1f4-4588-9b01-6a479e0f734f', 'user', '"and the sea? [sandbox:tokens=20]"', '', 'finished', 1795608000000, '61f3608b-3b52-462a-9520-c98687eaebea', 2, null, 'b7166b62-067b-45eb-8ba4-f7e190ed1d6f', '64822fe7-4acf-4b7a-b9a8-a99c446c783c', null, null),
  ('4cf844bb-7779-424d-9032-8ed425008b8b', 'assistant', '"## and the sea?\n\n_This is a sandbox answer; no model wrote it._\n\nStart with **th"', '', 'finished', 1795608000000, '61f3608b-3b52-462a-9520-c98687eaebea', 3, null, 'b7166b62-067b-45eb-8ba4-f7e190ed1d6f', '53aeba0b-c1f4-4588-9b01-6a479e0f734f', 'gpt-5-all', null);

insert into "account" ("id", "accountId", "providerId", "createdAt", "updatedAt", "userId", "accessToken", "refreshToken", "idToken", "accessTokenExpiresAt", "refreshTokenExpiresAt", "scope", "password") values
  ('3475bd55-5d42-4ced-84e6-f07907437644', '888f2333-e4ed-422f-ab91-e167e9afbe69', 'credential', '2026-11-24T03:47:44.462Z', '2026-11-24T03:47:44.462Z', '888f2333-e4ed-422f-ab91-e167e9afbe69', null, null, null, null, null, null, '96b58192086f7bf142583aaa771545b2:3ed93e4692a8194d97f2355def416bc7ace0b7f12ae3d6719355943e0b764f938db6067460f875b9d241a787dbeeb73a2950857da5dbedeb5efc896a5765c187'),
  ('58f32092-429f-43d0-bef1-ba597723b013', '05d1726e-af60-45dc-b057-3e9e1527a0e0', 'credential', '2026-11-24T03:47:44.529Z', '2026-11-24T03:47:44.529Z', '05d1726e-af60-45dc-b057-3e9e1527a0e0', null, null, null, null, null, null, '7c63bd75b3035dd9e336970a82ae5f9c:efb750cb2d531c8a55047d40b574e8791c9b6791e7fd0cb72cadd6c373c5f068fae280279748322640d73c55411d7e45d6c7907a0aec6fc84b20c6b127d0edc0');

insert into "application" ("id", "user_id", "type", "scope", "service_id", "created_at", "updated_at", "used", "expired_at", "low_told_at") values
  ('8ea0ca14-e958-4ab5-8feb-952658b86db3', '888f2333-e4ed-422f-ab91-e167e9afbe69', 'Usage', 'Global', '', 1795608000000, 1795608000000, 8240, null, null),
  ('9b7c6c43-82e9-462a-a9c0-9a1e0b5a42cf', '05d1726e-af60-45dc-b057-3e9e1527a0e0', 'Usage', 'Global', '', 1795608000000, 1795608000000, 0, null, null),
  ('65afc78f-a79f-4691-96b6-3bb043a269ad', '05d1726e-af60-45dc-b057-3e9e1527a0e0', 'Period', 'Global', '', 1795608000000, 1795608000000, 0, 1796212800000, null);

insert into "audit" ("id", "user_id", "origin", "method", "path", "target", "changes", "trace_id", "outcome", "created_at") values
  ('7a852c6c-b163-47fe-8a32-541d67a85add', '888f2333-e4ed-422f-ab91-e167e9afbe69', 'http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', 'post', '/api/v1/redemption-codes', '{}', '{"count":1,"amount":5,"most_uses":3,"label":"gift","type":"Usage"}', 'fbf37c6a-14ca-4dc5-af7d-d5cdbe4d1542', 'done', 1795608000000),
  ('3f0b4e9a-4d2f-4fc6-bffe-eda91ee9be14', '888f2333-e4ed-422f-ab91-e167e9afbe69', 'http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', 'post', '/api/v1/redemption-codes', '{}', '{"count":1,"package_id":"adfdfad8-257d-5f32-b652-7c5e388c7a0d","most_uses":1,"label":"month"}', '557377c4-ec29-4eea-a2d6-3feba6b2acaa', 'done', 1795608000000);

insert into "code" ("user_id", "origin", "redirect", "expires_at", "hash", "auth_session", "challenge", "inviter_id", "used_at") values
  ('888f2333-e4ed-422f-ab91-e167e9afbe69', 'http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', 'http://127.0.0.1:4321/auth/callback?redirect=/', 1795608060000, 'cDsXwabNHS7g5Yw5rzlw3r9xs5ZUFz6zufHG_OsNa5g', '2e891ec0-55cb-4a5a-b581-a993e13fb42a', null, null, 1795608000000),
  ('05d1726e-af60-45dc-b057-3e9e1527a0e0', 'http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', 'http://127.0.0.1:4321/auth/callback?redirect=/', 1795608060000, 'gr8TXQrxk2e0FFGz1nPQllVt54sfeJyostWdo_PcdlI', 'd4eaeac0-1443-473b-af05-09ba2b1f3c9c', null, null, 1795608000000);

insert into "credential" ("id", "application_id", "user_id", "name", "type", "token_hash", "created_at", "updated_at", "host", "token_box", "expired_at", "limited") values
  ('c001babc-6755-4ff4-9a14-390802a391d5', '8ea0ca14-e958-4ab5-8feb-952658b86db3', '888f2333-e4ed-422f-ab91-e167e9afbe69', 'http://127.0.0.1:4321', 'Token', 'bz3FUzHs6JDNkhJ3-hdD7Dl3FyZyU282BsGIO4iAI9g', 1795608000000, 1795608000000, 'http://127.0.0.1:4321', 'mzGSlb0-.CNlgWMrJ7U0rfHHn.STCHYqtuxczvRQ7kXEKEh9uneeQ9xEoqSlphG5Ujkjk_FLlrMU7-rjMEQG9RMFIibWvXZKdV-vzWNef__hs', null, null),
  ('d409a00e-6df4-49ee-a574-210a7191eb84', '9b7c6c43-82e9-462a-a9c0-9a1e0b5a42cf', '05d1726e-af60-45dc-b057-3e9e1527a0e0', 'http://127.0.0.1:4321', 'Token', '2TlMdW0IiDjpVO9ngd97NfGBzcbn7t6R5kZD0CKJ-Bw', 1795608000000, 1795608000000, 'http://127.0.0.1:4321', 'mzGSlb0-.geB8g_GYhWebGdjI.u4aOYdgusf-5ayJJXK6hLmoSgcpuhQCZvvy-nm-RH9PSD72Y8hSU2yFLFrKnXTZHQ87muEU0XbkEcaQWSZY', null, null),
  ('ae8b39d8-0114-4e11-a67a-d2331ca52cfe', '8ea0ca14-e958-4ab5-8feb-952658b86db3', '888f2333-e4ed-422f-ab91-e167e9afbe69', 'spare', 'Token', 'PUcABVH7vjfUYGkrUACRgT5bfXLCqsq-oXcgsmrAJnc', 1795608000000, 1795608000000, null, null, null, null);

insert into "distribution_level" ("id", "title", "threshold", "percentage", "created_at", "level") values
  ('e12f219e-de0c-5990-a081-ceb52f61d400', '', 0, 100, 1795608000000, 1),
  ('f5ed4550-f57e-5ec2-b6c4-92d27c7b280d', '', 10000, 120, 1795608000000, 2),
  ('023b42ca-89ac-5415-b634-b4a79fbde382', '', 100000, 150, 1795608000000, 3),
  ('6e3caa67-7ae6-5e6e-96a8-a458fa00091b', '', 1000000, 200, 1795608000000, 4);

insert into "event" ("run_id", "data", "created_at", "seq") values
  ('a7f450d5-78c9-4202-83d3-c585f99693e7', '{"type":"start","id":"1d1664a4-4cf7-4956-9d54-f0579590be42","delta_answer":"","message_id":"681a6a38-1472-465c-8bc0-a304c354c791","question_id":"a0bf0dd1-9b62-4eef-9b5d-3ad57175e707","parent_id":null}', 1795608000000, 1),
  ('a7f450d5-78c9-4202-83d3-c585f99693e7', '{"type":"text_delta","id":"1d1664a4-4cf7-4956-9d54-f0579590be42","delta_answer":"You ask: “mine” The "}', 1795608000000, 2),
  ('a7f450d5-78c9-4202-83d3-c585f99693e7', '{"type":"done","id":"1d1664a4-4cf7-4956-9d54-f0579590be42","delta_answer":"","message_id":"681a6a38-1472-465c-8bc0-a304c354c791","question_id":"a0bf0dd1-9b62-4eef-9b5d-3ad57175e707","usage":{"prompt_tokens":6,"completion_tokens":5,"total_tokens":11},"estimated":false,"price":0.00092}', 1795608000000, 3),
  ('74427478-baf7-4bf3-9518-f4277d708c16', '{"type":"start","id":"61f3608b-3b52-462a-9520-c98687eaebea","delta_answer":"","message_id":"64822fe7-4acf-4b7a-b9a8-a99c446c783c","question_id":"290e04f1-0f4f-4e17-9b6b-1b5def265956","parent_id":null}', 1795608000000, 1),
  ('74427478-baf7-4bf3-9518-f4277d708c16', '{"type":"text_delta","id":"61f3608b-3b52-462a-9520-c98687eaebea","delta_answer":"## Grüße 你好\n\n_Dies ist eine Sandbox-Antwort; kein Modell hat sie ge"}', 1795608000000, 2),
  ('74427478-baf7-4bf3-9518-f4277d708c16', '{"type":"text_delta","id":"61f3608b-3b52-462a-9520-c98687eaebea","delta_answer":"schrieb"}', 1795608000000, 3),
  ('74427478-baf7-4bf3-9518-f4277d708c16', '{"type":"done","id":"61f3608b-3b52-462a-9520-c98687eaebea","delta_answer":"","message_id":"64822fe7-4acf-4b7a-b9a8-a99c446c783c","question_id":"290e04f1-0f4f-4e17-9b6b-1b5def265956","usage":{"prompt_tokens":9,"completion_tokens":20,"total_tokens":29},"estimated":false,"price":0.00338}', 1795608000000, 4),
  ('b7166b62-067b-45eb-8ba4-f7e190ed1d6f', '{"type":"start","id":"61f3608b-3b52-462a-9520-c98687eaebea","delta_answer":"","message_id":"4cf844bb-7779-424d-9032-8ed425008b8b","question_id":"53aeba0b-c1f4-4588-9b01-6a479e0f734f","parent_id":"64822fe7-4acf-4b7a-b9a8-a99c446c783c"}', 1795608000000, 1),
  ('b7166b62-067b-45eb-8ba4-f7e190ed1d6f', '{"type":"text_delta","id":"61f3608b-3b52-462a-9520-c98687eaebea","delta_answer":"## and the sea?\n\n_This is a sandbox answer; no mo"}', 1795608000000, 2),
  ('b7166b62-067b-45eb-8ba4-f7e190ed1d6f', '{"type":"text_delta","id":"61f3608b-3b52-462a-9520-c98687eaebea","delta_answer":"del wrote it._\n\nStart with **th"}', 1795608000000, 3),
  ('b7166b62-067b-45eb-8ba4-f7e190ed1d6f', '{"type":"done","id":"61f3608b-3b52-462a-9520-c98687eaebea","delta_answer":"","message_id":"4cf844bb-7779-424d-9032-8ed425008b8b","question_id":"53aeba0b-c1f4-4588-9b01-6a479e0f734f","usage":{"prompt_tokens":37,"completion_tokens":20,"total_tokens":57},"estimated":false,"price":0.00394}', 1795608000000, 4);

insert into "fund" ("application_id", "kind", "remaining", "period") values
  ('8ea0ca14-e958-4ab5-8feb-952658b86db3', 'sandbox', 4991760, null),
  ('9b7c6c43-82e9-462a-a9c0-9a1e0b5a42cf', 'sandbox', 10000000, null),
  ('65afc78f-a79f-4691-96b6-3bb043a269ad', 'sandbox', 20000000, 'b85d5c9e-0a92-47d3-991b-0670492e8c1e');

insert into "grant" ("id", "user_id", "origin", "agent", "address", "auth_session", "used_at", "expires_at", "revoked_at", "created_at") values
  ('d79ea547-fc43-4058-b71f-f00b63a49c2b', '888f2333-e4ed-422f-ab91-e167e9afbe69', 'http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', '', '127.0.0.1', '2e891ec0-55cb-4a5a-b581-a993e13fb42a', 1795608000000, 1798200000000, null, 1795608000000),
  ('434ae8ba-eff1-4b08-ab90-eb3ecc23688e', '05d1726e-af60-45dc-b057-3e9e1527a0e0', 'http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', '', '127.0.0.1', 'd4eaeac0-1443-473b-af05-09ba2b1f3c9c', 1795608000000, 1798200000000, null, 1795608000000);

insert into "ledger" ("id", "application_id", "fund", "kind", "reference", "created_at", "amount", "period") values
  ('64f1e8b1-79df-40df-87f4-07319af7cacd', '8ea0ca14-e958-4ab5-8feb-952658b86db3', 'sandbox', 'free', 'free:888f2333-e4ed-422f-ab91-e167e9afbe69:sandbox', 1795608000000, 5000000, null),
  ('9939d26c-ef4a-418a-8a88-92e07e6befb3', '9b7c6c43-82e9-462a-a9c0-9a1e0b5a42cf', 'sandbox', 'free', 'free:05d1726e-af60-45dc-b057-3e9e1527a0e0:sandbox', 1795608000000, 5000000, null),
  ('10f5e643-4c58-4aed-bb66-88a1d22796b8', '8ea0ca14-e958-4ab5-8feb-952658b86db3', 'sandbox', 'hold', 'a7f450d5-78c9-4202-83d3-c585f99693e7:0', 1795608000000, -160200, null),
  ('44737172-8984-4489-a14d-736b57a59d24', '8ea0ca14-e958-4ab5-8feb-952658b86db3', 'sandbox', 'settle', 'a7f450d5-78c9-4202-83d3-c585f99693e7', 1795608000000, 159280, null),
  ('253a3cd5-5588-406f-a2ad-b2fa53aabf21', '8ea0ca14-e958-4ab5-8feb-952658b86db3', 'sandbox', 'hold', '74427478-baf7-4bf3-9518-f4277d708c16:0', 1795608000000, -160260, null),
  ('b0fe81b4-f691-40e1-b60e-01ccc46de5f5', '8ea0ca14-e958-4ab5-8feb-952658b86db3', 'sandbox', 'settle', '74427478-baf7-4bf3-9518-f4277d708c16', 1795608000000, 156880, null),
  ('0aaceec2-d6dc-4282-ae18-0383ecf99dde', '8ea0ca14-e958-4ab5-8feb-952658b86db3', 'sandbox', 'hold', 'b7166b62-067b-45eb-8ba4-f7e190ed1d6f:0', 1795608000000, -160980, null),
  ('68e3fc62-f5e1-4b8f-8fdb-9edcd30b8909', '8ea0ca14-e958-4ab5-8feb-952658b86db3', 'sandbox', 'settle', 'b7166b62-067b-45eb-8ba4-f7e190ed1d6f', 1795608000000, 157040, null),
  ('165b7276-c38c-459f-b662-3c68ec260a83', '9b7c6c43-82e9-462a-a9c0-9a1e0b5a42cf', 'sandbox', 'order', '5d41649f-0e42-4f4b-a0e3-49d62316ec5e', 1795608000000, 5000000, null),
  ('ad46a55d-f727-4362-8850-3c30433d3039', '65afc78f-a79f-4691-96b6-3bb043a269ad', 'sandbox', 'order', '5b01be7c-b686-451e-996e-0f84e8ff4389', 1795608000000, 0, null),
  ('5c6de8ff-e685-4f63-b07b-c7b7d5a42f11', '65afc78f-a79f-4691-96b6-3bb043a269ad', 'sandbox', 'period', 'b85d5c9e-0a92-47d3-991b-0670492e8c1e', 1795608000000, 20000000, 'b85d5c9e-0a92-47d3-991b-0670492e8c1e');

insert into "meta" ("value", "key") values
  ('wmrZLBuZcvzFonU1p41iWk19OgLFDUi65Xicz3Fcl4o', 'packages'),
  ('http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', 'placeholder');

insert into "order" ("id", "user_id", "origin", "application_ids", "package_ids", "description", "state", "pay_way", "fund", "amount", "price", "created_at", "updated_at", "duration", "pay_id", "pay_url", "paid_at", "expires_at", "rail", "note", "booked", "parts", "refunded", "untold") values
  ('f2ce9ac9-0f83-42f4-a853-1e17c3f0f2f9', '05d1726e-af60-45dc-b057-3e9e1527a0e0', 'http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', '["9b7c6c43-82e9-462a-a9c0-9a1e0b5a42cf"]', '["8f1a67d6-7251-5b60-b706-4c180ac0344c"]', '', 'Pending', '', 'sandbox', 10000000, 150, 1795608000000, 1795608000000, 0, null, null, null, 1795694400000, '', '', '', '[{"title":"","amount":10000000,"duration":0}]', 0, 0),
  ('95da33ae-ef12-4226-85b9-23005e03c02e', '05d1726e-af60-45dc-b057-3e9e1527a0e0', 'http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', '["65afc78f-a79f-4691-96b6-3bb043a269ad"]', '["adfdfad8-257d-5f32-b652-7c5e388c7a0d"]', '', 'Pending', '', 'sandbox', 20000000, 200, 1795608000000, 1795608000000, 604800, null, null, null, 1795694400000, '', '', '', '[{"title":"","amount":20000000,"duration":604800}]', 0, 0),
  ('5d41649f-0e42-4f4b-a0e3-49d62316ec5e', '05d1726e-af60-45dc-b057-3e9e1527a0e0', 'http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', '["9b7c6c43-82e9-462a-a9c0-9a1e0b5a42cf"]', '[]', '', 'Finished', '', 'sandbox', 5000000, 0, 1795608000000, 1795608000000, 0, null, null, 1795608000000, null, 'code', '', '5d41649f-0e42-4f4b-a0e3-49d62316ec5e', '[]', 0, 0),
  ('5b01be7c-b686-451e-996e-0f84e8ff4389', '05d1726e-af60-45dc-b057-3e9e1527a0e0', 'http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', '["65afc78f-a79f-4691-96b6-3bb043a269ad"]', '["adfdfad8-257d-5f32-b652-7c5e388c7a0d"]', '', 'Finished', '', 'sandbox', 20000000, 0, 1795608000000, 1795608000000, 604800, null, null, 1795608000000, null, 'code', '', '5b01be7c-b686-451e-996e-0f84e8ff4389', '[{"amount":20000000,"duration":604800}]', 0, 0);

insert into "package" ("id", "service_id", "type", "title", "amount", "price", "duration", "created_at", "updated_at", "position", "active") values
  ('8f1a67d6-7251-5b60-b706-4c180ac0344c', '', 'Usage', '', 10000000, 150, 0, 1795608000000, 1795608000000, 0, 1),
  ('2a99edd8-2ff3-5b8d-8ac9-23c42220cf41', '', 'Usage', '', 50000000, 600, 0, 1795608000000, 1795608000000, 1, 1),
  ('dc26424a-9c3d-5906-97be-d8206b18d082', '', 'Usage', '', 200000000, 2000, 0, 1795608000000, 1795608000000, 2, 1),
  ('6a2b4d0f-20ba-5758-82f6-2e6d68f7d43d', '', 'Usage', '', 1000000000, 8500, 0, 1795608000000, 1795608000000, 3, 1),
  ('adfdfad8-257d-5f32-b652-7c5e388c7a0d', '', 'Period', '', 20000000, 200, 604800, 1795608000000, 1795608000000, 4, 1),
  ('bea32425-1086-5d3a-a849-45634095068d', '', 'Period', '', 100000000, 850, 2592000, 1795608000000, 1795608000000, 5, 1),
  ('e949dbf6-2274-5a69-9496-f72661e54c66', '', 'Period', '', 1300000000, 8500, 31536000, 1795608000000, 1795608000000, 6, 1);

insert into "passage" ("id", "user_id", "conversation_id", "message_id", "text") values
  (1, '888f2333-e4ed-422f-ab91-e167e9afbe69', '1d1664a4-4cf7-4956-9d54-f0579590be42', null, 'mine [sandbox:tokens=5]'),
  (2, '888f2333-e4ed-422f-ab91-e167e9afbe69', '1d1664a4-4cf7-4956-9d54-f0579590be42', 'a0bf0dd1-9b62-4eef-9b5d-3ad57175e707', 'mine [sandbox:tokens=5]'),
  (3, '888f2333-e4ed-422f-ab91-e167e9afbe69', '1d1664a4-4cf7-4956-9d54-f0579590be42', '681a6a38-1472-465c-8bc0-a304c354c791', 'You ask: “mine” The '),
  (4, '888f2333-e4ed-422f-ab91-e167e9afbe69', '61f3608b-3b52-462a-9520-c98687eaebea', null, 'Grüße 你好 [sandbox:tokens=20]'),
  (5, '888f2333-e4ed-422f-ab91-e167e9afbe69', '61f3608b-3b52-462a-9520-c98687eaebea', '290e04f1-0f4f-4e17-9b6b-1b5def265956', 'Grüße 你好 [sandbox:tokens=20]'),
  (6, '888f2333-e4ed-422f-ab91-e167e9afbe69', '61f3608b-3b52-462a-9520-c98687eaebea', '64822fe7-4acf-4b7a-b9a8-a99c446c783c', '## Grüße 你好

_Dies ist eine Sandbox-Antwort; kein Modell hat sie geschrieb'),
  (7, '888f2333-e4ed-422f-ab91-e167e9afbe69', '61f3608b-3b52-462a-9520-c98687eaebea', '53aeba0b-c1f4-4588-9b01-6a479e0f734f', 'and the sea? [sandbox:tokens=20]'),
  (8, '888f2333-e4ed-422f-ab91-e167e9afbe69', '61f3608b-3b52-462a-9520-c98687eaebea', '4cf844bb-7779-424d-9032-8ed425008b8b', '## and the sea?

_This is a sandbox answer; no model wrote it._

Start with **th');

insert into "period" ("id", "application_id", "order_id", "fund", "state", "amount", "withheld", "starts_at", "ends_at", "reminded", "created_at", "updated_at") values
  ('b85d5c9e-0a92-47d3-991b-0670492e8c1e', '65afc78f-a79f-4691-96b6-3bb043a269ad', '5b01be7c-b686-451e-996e-0f84e8ff4389', 'sandbox', 'running', 20000000, 0, 1795608000000, 1796212800000, 0, 1795608000000, 1795608000000);

insert into "process" ("id", "host", "parts", "version", "pid", "started_at", "seen_at") values
  ('c223932d-17a1-4a1b-9374-6e8e7162cab2', 'vm', 'hub,platform,auth,api', '0.1.0', 12297, 1795608000000, 1795608000000);

insert into "profile" ("origin", "first_name", "last_name", "gender", "city", "province", "country", "user_id", "inviter_id", "created_at", "notify", "locale") values
  ('http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', '', '', '', '', '', '', '05d1726e-af60-45dc-b057-3e9e1527a0e0', null, 1795608000000, '{}', ''),
  ('http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', 'Ada', '', '', 'London', '', '', '888f2333-e4ed-422f-ab91-e167e9afbe69', null, 1795608000000, '{}', '');

insert into "redemption" ("id", "code_id", "user_id", "order_id", "created_at", "updated_at") values
  ('5938823d-f790-46ac-abcc-f086c0b2d599', '5881644c-b5a6-401a-ae3d-8a4e6e2b0e82', '05d1726e-af60-45dc-b057-3e9e1527a0e0', '5d41649f-0e42-4f4b-a0e3-49d62316ec5e', 1795608000000, 1795608000000),
  ('68fbc114-e98e-485e-989a-18ef7ecd6a21', '086793a3-5669-45f7-812d-ed0423a711b8', '05d1726e-af60-45dc-b057-3e9e1527a0e0', '5b01be7c-b686-451e-996e-0f84e8ff4389', 1795608000000, 1795608000000);

insert into "redemption_code" ("id", "code_hash", "hint", "label", "package_id", "created_by", "type", "service_id", "amount", "duration", "uses", "most_uses", "created_at", "updated_at", "expires_at", "ended_at") values
  ('5881644c-b5a6-401a-ae3d-8a4e6e2b0e82', '5PPVm0U8kJlSHqojp3fMrg2RCrjbHClAZwszUHnoJOo', '4F9E', 'gift', '', '888f2333-e4ed-422f-ab91-e167e9afbe69', 'Usage', '', 5000000, 0, 1, 3, 1795608000000, 1795608000000, null, null),
  ('086793a3-5669-45f7-812d-ed0423a711b8', 'ALG5T4LfYwfvzVpMQUbEyOaE7w2Vdv-5lN5wJJHvFwc', 'B1DY', 'month', 'adfdfad8-257d-5f32-b652-7c5e388c7a0d', '888f2333-e4ed-422f-ab91-e167e9afbe69', 'Period', '', 20000000, 604800, 1, 1, 1795608000000, 1795608000000, null, null);

insert into "refresh_token" ("grant_id", "hash", "next_box", "used_at", "created_at") values
  ('d79ea547-fc43-4058-b71f-f00b63a49c2b', 'jgh6PbKusJWymeWuvERnPggOJN5Vvo1HTDjsLKVx3dk', null, null, 1795608000000),
  ('434ae8ba-eff1-4b08-ab90-eb3ecc23688e', 'sdYSpnHopkoZFo7z5DbbkNxclWawIVSHMH5ddEAR9t0', null, null, 1795608000000);

insert into "run" ("id", "service", "action", "user_id", "application_id", "origin", "state", "fund", "reason", "trace_id", "lease_owner", "held", "charged", "lease_until", "created_at", "credential_id", "conversation_id", "measure", "status_code", "stop_at", "finished_at", "provider", "reference", "request", "response", "callback_url", "deadline_at", "poll_at", "started_at", "progress", "deleted_at") values
  ('a7f450d5-78c9-4202-83d3-c585f99693e7', 'chat', 'chat', '888f2333-e4ed-422f-ab91-e167e9afbe69', '8ea0ca14-e958-4ab5-8feb-952658b86db3', 'http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', 'succeeded', 'sandbox', 'finished', '999bbe0a-75c4-4d77-8c45-33020ea3ec24', 'ddd834b4-e760-4a2c-a9f0-115c383dd2c8', 160200, 920, 1795608010000, 1795608000000, 'c001babc-6755-4ff4-9a14-390802a391d5', '1d1664a4-4cf7-4956-9d54-f0579590be42', 'measured', 200, null, 1795608000000, null, null, '{"price":{"input":20000,"output":160000},"input":10}', '{"usage":{"prompt_tokens":6,"completion_tokens":5,"total_tokens":11}}', null, null, null, null, null, null),
  ('cc436371-d5c9-42d3-b141-3b715257cf56', 'flux', 'images', '888f2333-e4ed-422f-ab91-e167e9afbe69', '8ea0ca14-e958-4ab5-8feb-952658b86db3', 'http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', 'succeeded', 'sandbox', 'finished', '999bbe0a-75c4-4d77-8c45-33020ea3ec24', 'ddd834b4-e760-4a2c-a9f0-115c383dd2c8', 0, 0, 1795608010000, 1795608000000, 'c001babc-6755-4ff4-9a14-390802a391d5', null, 'measured', 200, null, 1795608000000, 'nobody', null, '{}', '{"usage":{"prompt_tokens":6,"completion_tokens":5,"total_tokens":11}}', null, null, null, null, null, null),
  ('74427478-baf7-4bf3-9518-f4277d708c16', 'chat', 'chat', '888f2333-e4ed-422f-ab91-e167e9afbe69', '8ea0ca14-e958-4ab5-8feb-952658b86db3', 'http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', 'succeeded', 'sandbox', 'finished', 'bba8a122-7ccd-43aa-94dd-05f7c2f7a358', 'ddd834b4-e760-4a2c-a9f0-115c383dd2c8', 160260, 3380, 1795608010000, 1795608000000, 'c001babc-6755-4ff4-9a14-390802a391d5', '61f3608b-3b52-462a-9520-c98687eaebea', 'measured', 200, null, 1795608000000, null, null, '{"price":{"input":20000,"output":160000},"input":13}', '{"usage":{"prompt_tokens":9,"completion_tokens":20,"total_tokens":29}}', null, null, null, null, null, null),
  ('b7166b62-067b-45eb-8ba4-f7e190ed1d6f', 'chat', 'chat', '888f2333-e4ed-422f-ab91-e167e9afbe69', '8ea0ca14-e958-4ab5-8feb-952658b86db3', 'http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', 'succeeded', 'sandbox', 'finished', '396d6075-f78b-4847-99a7-de129f5d4f97', 'ddd834b4-e760-4a2c-a9f0-115c383dd2c8', 160980, 3940, 1795608010000, 1795608000000, 'c001babc-6755-4ff4-9a14-390802a391d5', '61f3608b-3b52-462a-9520-c98687eaebea', 'measured', 200, null, 1795608000000, null, null, '{"price":{"input":20000,"output":160000},"input":49}', '{"usage":{"prompt_tokens":37,"completion_tokens":20,"total_tokens":57}}', null, null, null, null, null, null);

insert into "schema_version" ("version") values
  (15);

insert into "session" ("id", "token", "createdAt", "updatedAt", "userId", "expiresAt", "ipAddress", "userAgent") values
  ('2e891ec0-55cb-4a5a-b581-a993e13fb42a', 'ibyfQ7KJJJRaoTqR1keHywG2Ys39BZuA', '2026-11-24T03:47:44.465Z', '2026-11-24T03:47:44.465Z', '888f2333-e4ed-422f-ab91-e167e9afbe69', '2026-12-24T03:47:44.464Z', '127.0.0.1', ''),
  ('d4eaeac0-1443-473b-af05-09ba2b1f3c9c', 'goHG8djdN8BBmgM9IQgKJB0zP3qGarb2', '2026-11-24T03:47:44.530Z', '2026-11-24T03:47:44.530Z', '05d1726e-af60-45dc-b057-3e9e1527a0e0', '2026-12-24T03:47:44.530Z', '127.0.0.1', '');

insert into "share" ("id", "conversation_id", "user_id", "origin", "title", "leaf_id", "created_at", "taken_down_at") values
  ('xcnlK0BgHF15GtekkJMCPqqLW_FYZ6VDObeUhVzyfP0', '61f3608b-3b52-462a-9520-c98687eaebea', '888f2333-e4ed-422f-ab91-e167e9afbe69', 'http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', 'Grüße 你好 [sandbox:tokens=20]', '4cf844bb-7779-424d-9032-8ed425008b8b', 1795608000000, null);

insert into "short_link" ("user_id", "content", "code", "created_at") values
  ('888f2333-e4ed-422f-ab91-e167e9afbe69', 'http://127.0.0.1:4321/flux', 'vrADRkmx', 1795608000000);

insert into "site" ("id", "origin", "title", "description", "keywords", "favicon", "logo", "accent", "admins", "features", "distribution", "created_at", "updated_at", "login", "dated", "margin", "version", "locales", "terms_url", "privacy_url", "edits") values
  ('5783de53-bfb4-4c4b-9eea-33c0c0cf6443', 'http://localhost-3fa503d0-2ee1-4c48-9e7d-827d5e593680', '', '', '[]', '', '', '', '["888f2333-e4ed-422f-ab91-e167e9afbe69"]', '{}', '{"force_inviter_id":null,"default_inviter_id":null}', 1795608000000, 1795608000000, 'redirect', 0, 0, 1, '[]', '', '', '{}');

select setval('passage_id_seq', (select max(id) from passage));
