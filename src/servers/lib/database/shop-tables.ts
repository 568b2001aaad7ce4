import type { Defaulted, Json, Micro, Time } from '#servers/lib/database/columns.ts'

/** US cents, the unit of all money except credits. */
export type Cents = number

/** An operator's changes to a service of the catalogue, by field. */
export type ServiceChangeTable = { service_id: string; changes: Json; updated_at: Time }

/** An operator's changes to a chat model, by its name; for an own model, its whole description. */
export type ChatModelTable = { name: string; changes: Json; updated_at: Time }

/** Credits, or a span of time, for a price. */
export type PackageTable = {
  id: string
  /** Empty for the global plan. */
  service_id: string
  type: 'Usage' | 'Period'
  title: string
  amount: Micro
  price: Cents
  /** Seconds; 0 for credits that do not expire. */
  duration: number
  position: number
  /** 0: no longer sold, but kept for the orders that name it. */
  active: number
  created_at: Time
  updated_at: Time
}

export type OrderState = 'Pending' | 'Paid' | 'Finished' | 'Expired' | 'Failed' | 'Refunded'

export type OrderTable = {
  id: string
  user_id: string
  origin: string
  application_ids: Json
  package_ids: Json
  description: string
  state: OrderState
  /** Empty until the buyer has chosen. */
  pay_way: string
  /** Sandbox payments buy sandbox funds. */
  fund: 'real' | 'sandbox'
  amount: Micro
  price: Cents
  /** Seconds that it adds to a plan's time. */
  duration: number
  /** Each package's micro-credits and seconds; `[]`: all packages count as one. */
  parts: Defaulted<Json>
  /**
   * The payment rail, or `code` for a redeemed code; empty before payment begins and for payment by
   * hand.
   */
  rail: Defaulted<string>
  /** A note for operators, such as why a payment was not accepted. */
  note: Defaulted<string>
  /** The reference of its ledger entry; empty until the order is finished. */
  booked: Defaulted<string>
  /** 1: it was paid, and its payer has no mail about it yet. */
  untold: Defaulted<number>
  /** Cents of the price that were refunded or are to be refunded. */
  refunded: Defaulted<Cents>
  pay_id: string | null
  pay_url: string | null
  paid_at: Time | null
  expires_at: Time | null
  created_at: Time
  updated_at: Time
}

/** From `threshold` on, inviters earn `percentage` thousandths of what their invitees pay. */
export type DistributionLevelTable = {
  id: string
  level: number
  title: string
  threshold: Cents
  percentage: number
  created_at: Time
}

/**
 * Sums over a user's entries of one fund: what their invitees paid, what they earned by it, and
 * what was paid out. `reward - paid_out` is still owed. It is below zero where an order was
 * refunded after its reward was paid out.
 */
export type DistributionStatusTable = {
  user_id: string
  fund: 'real' | 'sandbox'
  price: Cents
  reward: Cents
  paid_out: Cents
  created_at: Time
  updated_at: Time
}

/**
 * The ledger of commissions: append-only, unique on kind and reference. A reward refers to its
 * order. A reversal refers to its refund, with price and reward below zero. A payout refers to
 * itself, with a reward below zero and a price of 0.
 */
export type DistributionHistoryTable = {
  id: string
  user_id: string
  /** The user who paid; empty for a payout, as is `order_id`. */
  invitee_id: string
  order_id: string
  kind: 'reward' | 'reversal' | 'payout'
  reference: string
  /** `sandbox` for rewards of sandbox payments, which moved no money. */
  fund: 'real' | 'sandbox'
  /** An operator's note on a payout, and that operator. */
  note: string
  created_by: string
  price: Cents
  reward: Cents
  percentage: number
  created_at: Time
}

export type ShortLinkTable = { code: string; user_id: string; content: string; created_at: Time }
