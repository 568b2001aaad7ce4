/** The types that better-auth's Kysely adapter expects for dates and flags. */
export type ColumnTypes = { date: string; flag: string }

/** Accounts: better-auth's tables in the types that its Kysely adapter expects, profiles, sign-ins by phone, mails to send. */
export const peopleTables = ({ date, flag }: ColumnTypes): string => `
create table "user" (
  id text primary key, name text not null, email text not null, "createdAt" ${date} not null,
  "updatedAt" ${date} not null, "emailVerified" ${flag} not null, image text,
  "twoFactorEnabled" ${flag}, constraint user_email unique (email)
);
create index person_time on "user" ("createdAt");

create table session (
  id text primary key, token text not null, "createdAt" ${date} not null,
  "updatedAt" ${date} not null, "userId" text not null references "user" (id) on delete cascade,
  "expiresAt" ${date} not null, "ipAddress" text, "userAgent" text,
  constraint session_token unique (token)
);
create index "session_userId" on session ("userId");

create table account (
  id text primary key, "accountId" text not null, "providerId" text not null,
  "createdAt" ${date} not null, "updatedAt" ${date} not null,
  "userId" text not null references "user" (id) on delete cascade, "accessToken" text,
  "refreshToken" text, "idToken" text, "accessTokenExpiresAt" ${date},
  "refreshTokenExpiresAt" ${date}, scope text, password text
);
create index "account_userId" on account ("userId");

create table verification (
  id text primary key, identifier text not null, value text not null,
  "createdAt" ${date} not null, "updatedAt" ${date} not null, "expiresAt" ${date} not null
);
create index verification_identifier on verification (identifier);

create table "twoFactor" (
  id text primary key, "userId" text not null references "user" (id) on delete cascade,
  secret text not null, "backupCodes" text not null, verified ${flag},
  "failedVerificationCount" integer, "lockedUntil" ${date}
);
create index "twoFactor_secret" on "twoFactor" (secret);
create index "twoFactor_userId" on "twoFactor" ("userId");

create table passkey (
  id text primary key, "userId" text not null references "user" (id) on delete cascade,
  "publicKey" text not null, "credentialID" text not null, "deviceType" text not null,
  name text, counter integer not null, "backedUp" ${flag} not null, transports text,
  "createdAt" ${date}, aaguid text
);
create index "passkey_credentialID" on passkey ("credentialID");
create index "passkey_userId" on passkey ("userId");

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
