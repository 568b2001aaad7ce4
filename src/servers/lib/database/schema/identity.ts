/** The types that better-auth's Kysely adapter expects for dates and flags. */
export type ColumnTypes = { date: string; flag: string }

/** The tables of better-auth: users, sessions, accounts, second factors and passkeys. */
export const identityTables = ({ date, flag }: ColumnTypes): string => `
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
create index "passkey_userId" on passkey ("userId")
`
