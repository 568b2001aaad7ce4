/** Profiles, sign-ins by phone, mails to send, and blocked users. */
export const peopleTables = `
create table profile (
  origin text not null, first_name text not null, last_name text not null, gender text not null,
  city text not null, province text not null, country text not null, user_id text primary key,
  inviter_id text, created_at bigint not null, notify text not null default '{}',
  locale text not null default ''
);
create index profile_inviter on profile (inviter_id, created_at);

create table phone_sign_in (
  id text primary key, secret_hash text not null, origin text not null, agent text not null,
  address text not null, state text not null, user_id text, expires_at bigint not null,
  created_at bigint not null, constraint phone_sign_in_secret unique (secret_hash)
);

create table mail (
  id text primary key, kind text not null, box text not null, note text not null,
  attempts integer not null, next_at bigint not null, give_up_at bigint not null,
  created_at bigint not null
);
create index mail_due on mail (next_at);

create table block (
  user_id text primary key, reason text not null, blocked_by text not null,
  created_at bigint not null
)
`
