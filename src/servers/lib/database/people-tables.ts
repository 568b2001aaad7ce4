import type { Dated, Defaulted, Flag, Json, Time } from '#servers/lib/database/columns.ts'

/** The tables that better-auth owns; we read them and write only through it. */
export type UserTable = {
  id: string
  name: string
  email: string
  emailVerified: Flag
  image: string | null
  twoFactorEnabled: Defaulted<Flag | null>
  createdAt: Dated
  updatedAt: Dated
}
export type SessionTable = {
  id: string
  expiresAt: Dated
  token: string
  createdAt: Dated
  updatedAt: Dated
  ipAddress: string | null
  userAgent: string | null
  userId: string
}
export type OpaqueTable = Record<string, unknown> & { id: string }

export type SiteTable = {
  id: string
  origin: string
  title: string
  description: string
  keywords: Json
  /** `{ <language>: { title, description, keywords } }`, without what is empty. */
  texts: Defaulted<Json>
  /** With `{page}`; empty for the usual one. */
  page_title: Defaulted<string>
  theme: Defaulted<string>
  favicon: string
  logo: string
  accent: string
  admins: Json
  features: Json
  distribution: Json
  /** How people sign in: `redirect` or `popup`. */
  login: Defaulted<string>
  /** 1: its name may carry a date, `20261121.studio.example`. */
  dated: Defaulted<number>
  /** Added to every price, in thousandths. */
  margin: Defaulted<number>
  /** Counts its changes, so that one is not written over another. */
  version: Defaulted<number>
  /** Languages it offers, its own first; empty for all. */
  locales: Defaulted<Json>
  terms_url: Defaulted<string>
  privacy_url: Defaulted<string>
  /** Who changed which field last, and when: `{ <field>: { by, at } }`. */
  edits: Defaulted<Json>
  created_at: Time
  updated_at: Time
}

/** A single-use code on its way from the login page to the site. */
export type CodeTable = {
  hash: string
  user_id: string
  auth_session: string | null
  origin: string
  redirect: string
  challenge: string | null
  inviter_id: string | null
  expires_at: Time
  used_at: Time | null
}

/** A sign-in at a site: the family of refresh tokens that stems from one code. */
export type GrantTable = {
  id: string
  user_id: string
  /** The login page's session it stems from. */
  auth_session: string | null
  origin: string
  /** User agent and IP address of whoever signed in, as a list of sign-ins shows them; empty when not known. */
  agent: string
  address: string
  used_at: Time
  expires_at: Time
  revoked_at: Time | null
  created_at: Time
}

/** One refresh token of a grant. A used one knows its successor (encrypted) for as long as it may be asked for again. */
export type RefreshTokenTable = {
  hash: string
  grant_id: string
  next_box: string | null
  used_at: Time | null
  created_at: Time
}

/** What a person says of themselves, where they came in, and who invited them. There from their first arrival at a site. */
export type ProfileTable = {
  user_id: string
  inviter_id: string | null
  origin: string
  first_name: string
  last_name: string
  gender: string
  city: string
  province: string
  country: string
  /** Mails they do not want, by choice: `{"orders":false}`. */
  notify: Defaulted<Json>
  /** Language of the page they last looked at, for mails; empty until they did. */
  locale: Defaulted<string>
  created_at: Time
}

/** A sign-in that waits for a phone: a public id for the QR code, a secret for whoever shows it. */
export type PhoneSignInTable = {
  id: string
  secret_hash: string
  origin: string
  agent: string
  address: string
  state: 'waiting' | 'confirmed' | 'refused' | 'used'
  /** Who confirmed. */
  user_id: string | null
  expires_at: Time
  created_at: Time
}

/** A mail on its way to the mail server. To whom and with which link stands encrypted in `box`. */
export type MailTable = {
  id: string
  kind: string
  box: string
  note: string
  attempts: number
  next_at: Time
  give_up_at: Time
  created_at: Time
}

/** What the SESSION cookie names: the hub's own sign-in, whose refresh token never leaves the server. */
export type HubSessionTable = {
  hash: string
  grant_id: string
  expires_at: Time
  created_at: Time
}

/** Somebody who asks once without signing in. The id is the `user_id` of what they have here until a person claims it. */
export type GuestTable = {
  id: string
  application_id: string
  token_hash: string
  origin: string
  /** The person to whom all of it belongs by now. */
  claimed_by: string | null
  created_at: Time
  expires_at: Time
}
