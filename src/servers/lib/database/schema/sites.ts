/** Sites, the sign-ins at them with their tokens, guests, and short links. */
export const siteTables = `
create table meta (
  value text not null, key text primary key
);

create table site (
  id text primary key, origin text not null, title text not null, description text not null,
  keywords text not null, favicon text not null, logo text not null, accent text not null,
  admins text not null, features text not null, distribution text not null,
  created_at bigint not null, updated_at bigint not null,
  login text not null default 'redirect', dated integer not null default 0,
  margin integer not null default 0, version integer not null default 1,
  locales text not null default '[]', terms_url text not null default '',
  privacy_url text not null default '', edits text not null default '{}',
  constraint site_origin unique (origin)
);

create table code (
  user_id text not null, origin text not null, redirect text not null,
  expires_at bigint not null, hash text primary key, auth_session text, challenge text,
  inviter_id text, used_at bigint
);

create table "grant" (
  id text primary key, user_id text not null, origin text not null, agent text not null,
  address text not null, auth_session text, used_at bigint not null, expires_at bigint not null,
  revoked_at bigint, created_at bigint not null
);
create index grant_auth_session on "grant" (auth_session);
create index grant_user on "grant" (user_id);

create table refresh_token (
  grant_id text not null, hash text primary key, next_box text, used_at bigint,
  created_at bigint not null
);
create index refresh_token_grant on refresh_token (grant_id);

create table hub_session (
  grant_id text not null, expires_at bigint not null, created_at bigint not null,
  hash text primary key
);

create table guest (
  id text primary key, application_id text not null unique, token_hash text not null unique,
  origin text not null, claimed_by text, created_at bigint not null, expires_at bigint not null
);
create index guest_end on guest (expires_at);

create table short_link (
  user_id text not null, content text not null, code text primary key,
  created_at bigint not null, constraint short_link_content unique (user_id, content)
)
`
