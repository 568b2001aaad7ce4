import type { UnixMillis } from '#servers/lib/database/columns.ts'

/** A vendor key that an operator entered: encrypted, with its last characters to recognize it. */
export type ProviderKeyTable = {
  id: string
  vendor: string
  base_url: string
  box: string
  last4: string
  added_by: string
  created_at: UnixMillis
}

/** A vendor key that a vendor has refused: it is not used first before the end of its rest. */
export type KeyRestTable = {
  /** A hash of the key, and of what it is used for. */
  id: string
  /** The same, encrypted. */
  box: string
  until: UnixMillis
}

/** A vendor key that a user keeps for their own questions: one per vendor. */
export type OwnKeyTable = {
  user_id: string
  vendor: string
  box: string
  last4: string
  created_at: UnixMillis
}
