import type { Dated, Flag, Json, Time } from '#servers/lib/database/columns.ts'

/** The four tables that better-auth owns; we read them and write only through it. */
export type UserTable = {
  id: string
  name: string
  email: string
  emailVerified: Flag
  image: string | null
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
  favicon: string
  logo: string
  accent: string
  admins: Json
  features: Json
  distribution: Json
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
  auth_session: string | null
  origin: string
  refresh_hash: string
  previous_hash: string | null
  rotated_at: Time
  expires_at: Time
  revoked_at: Time | null
  created_at: Time
}

/** What the SESSION cookie names: the hub's own sign-in, whose refresh token never leaves the server. */
export type HubSessionTable = {
  hash: string
  grant_id: string
  expires_at: Time
  created_at: Time
}
