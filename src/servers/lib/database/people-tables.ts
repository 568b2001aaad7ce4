import type {
  DateColumn,
  DefaultedColumn,
  FlagColumn,
  JsonText,
  UnixMillis
} from '#servers/lib/database/columns.ts'

/** One of better-auth's tables. We read them, and write to them only through better-auth. */
export type UserTable = {
  id: string
  name: string
  email: string
  emailVerified: FlagColumn
  image: string | null
  twoFactorEnabled: DefaultedColumn<FlagColumn | null>
  createdAt: DateColumn
  updatedAt: DateColumn
}
export type SessionTable = {
  id: string
  expiresAt: DateColumn
  token: string
  createdAt: DateColumn
  updatedAt: DateColumn
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
  keywords: JsonText
  /** `{ <language>: { title, description, keywords } }`, without empty fields. */
  texts: DefaultedColumn<JsonText>
  /** The format of page titles, with `{page}`; empty for the default. */
  page_title: DefaultedColumn<string>
  theme: DefaultedColumn<string>
  favicon: string
  logo: string
  accent: string
  admins: JsonText
  features: JsonText
  distribution: JsonText
  /** Sign-in mode: `redirect` or `popup`. */
  login: DefaultedColumn<string>
  /** 1: the host name may begin with a date, as in `20261121.studio.example`. */
  dated: DefaultedColumn<number>
  /** Margin on every price, in thousandths. */
  margin: DefaultedColumn<number>
  /** Counts changes, so that no change overwrites another unseen. */
  version: DefaultedColumn<number>
  /** The languages that the site offers, its default first; empty for all. */
  locales: DefaultedColumn<JsonText>
  terms_url: DefaultedColumn<string>
  privacy_url: DefaultedColumn<string>
  /** `{ chats, results, logs }` in days; a part that is not there is kept forever. */
  retention: DefaultedColumn<JsonText>
  /** Author and time of each field's last change: `{ <field>: { by, at } }`. */
  edits: DefaultedColumn<JsonText>
  created_at: UnixMillis
  updated_at: UnixMillis
}

/** A browser that receives push messages, for as long as its sign-in lasts. */
export type PushTable = {
  id: string
  user_id: string
  grant_id: string
  /** The address at the browser's push service, and the browser's keys in base64url (RFC 8291). */
  endpoint: string
  p256dh: string
  auth: string
  locale: string
  created_at: UnixMillis
}

/** A push message that waits to be sent. It is about the end of a run. */
export type PushMessageTable = {
  id: string
  push_id: string
  run_id: string
  service: string
  /** 1: the run succeeded. */
  ready: number
  attempts: number
  next_at: UnixMillis
  give_up_at: UnixMillis
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
  expires_at: UnixMillis
  used_at: UnixMillis | null
  /** The sign-in that it began; null before. */
  grant_id: DefaultedColumn<string | null>
}

/** A sign-in at a site, with all refresh tokens that follow from one code. */
export type GrantTable = {
  id: string
  user_id: string
  /** The login page's session that it belongs to. */
  auth_session: string | null
  origin: string
  /** User agent and IP address at sign-in, for the list of sign-ins; empty when unknown. */
  agent: string
  address: string
  used_at: UnixMillis
  expires_at: UnixMillis
  revoked_at: UnixMillis | null
  created_at: UnixMillis
}

/**
 * One refresh token of a grant. A used one keeps its successor, encrypted, while a client may
 * repeat the request.
 */
export type RefreshTokenTable = {
  hash: string
  grant_id: string
  next_box: string | null
  used_at: UnixMillis | null
  created_at: UnixMillis
}

/**
 * A user's profile, the site where they first arrived, and their inviter. It exists from that first
 * arrival.
 */
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
  /** Emails that the user turned off, such as `{"orders":false}`. */
  notify: DefaultedColumn<JsonText>
  /** Language of the page they last visited, for mails; empty before the first visit. */
  locale: DefaultedColumn<string>
  created_at: UnixMillis
}

/**
 * A sign-in that waits for a phone: a public id in the QR code, and a secret for the browser that
 * shows it.
 */
export type PhoneSignInTable = {
  id: string
  secret_hash: string
  origin: string
  agent: string
  address: string
  state: 'waiting' | 'confirmed' | 'refused' | 'used'
  /** The user who confirmed. */
  user_id: string | null
  expires_at: UnixMillis
  created_at: UnixMillis
}

/** A queued mail. Its address and links are encrypted in `box`. */
export type MailTable = {
  id: string
  kind: string
  box: string
  note: string
  attempts: number
  next_at: UnixMillis
  give_up_at: UnixMillis
  created_at: UnixMillis
}

/**
 * The hub's own sign-in, which the SESSION cookie names. Its refresh token never leaves the server.
 */
export type HubSessionTable = {
  hash: string
  grant_id: string
  expires_at: UnixMillis
  created_at: UnixMillis
}

/**
 * A guest, who asks once without signing in. Until a user claims the guest's data, its `user_id` is
 * this id.
 */
export type GuestTable = {
  id: string
  application_id: string
  token_hash: string
  origin: string
  /** The user who claimed the guest's data. */
  claimed_by: string | null
  created_at: UnixMillis
  expires_at: UnixMillis
}

/** An account that was deleted within the last day, see `auth/account/repeat-deletion.ts`. */
export type DeletedAccountTable = {
  user_id: string
  deleted_at: UnixMillis
  /** Time of the next repetition. */
  next_at: UnixMillis
}
