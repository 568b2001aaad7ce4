import type { Time } from '#servers/lib/database/columns.ts'

/** A key that an operator entered: encrypted, with its last characters to tell it by. */
export type ProviderKeyTable = {
  id: string
  vendor: string
  base_url: string
  box: string
  last4: string
  added_by: string
  created_at: Time
}

/** A key that a person keeps for their own questions: one a vendor. */
export type OwnKeyTable = { user_id: string; vendor: string; box: string; last4: string; created_at: Time }
