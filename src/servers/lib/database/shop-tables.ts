import type { Defaulted, Json, Micro, Time } from '#servers/lib/database/columns.ts'

/** US cents: what money is counted in outside of credits. */
export type Cents = number

/** What an operator changed of a service of the catalogue, by field. */
export type ServiceChangeTable = { service_id: string; changes: Json; updated_at: Time }

/** What an operator says of a chat model, by its name: over the catalogue's, or all there is of their own. */
export type ChatModelTable = { name: string; changes: Json; updated_at: Time }

/** So many credits, or so long a time, for so much money. */
export type PackageTable = {
  id: string
  /** Empty: for the global application. */
  service_id: string
  type: 'Usage' | 'Period'
  title: string
  amount: Micro
  price: Cents
  /** Seconds; 0 for credits that do not end. */
  duration: number
  position: number
  /** 0: sold no more, kept for the orders that name it. */
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
  /** Empty until one was chosen. */
  pay_way: string
  /** Sandbox payments buy sandbox funds. */
  fund: 'real' | 'sandbox'
  amount: Micro
  price: Cents
  /** Seconds that it adds to a period. */
  duration: number
  /** What it brings, package by package, as amounts in micro-credits and durations in seconds; `[]`: all as one. */
  parts: Defaulted<Json>
  /** By which rail its payment was begun, or `code` for a redeemed one; empty until then, and for one paid by hand. */
  rail: Defaulted<string>
  /** What operators should know: why a payment was not taken as one. */
  note: Defaulted<string>
  /** The reference under which the ledger has it; empty until it is finished. */
  booked: Defaulted<string>
  /** 1: it was paid, and its payer was not told by mail yet. */
  untold: Defaulted<number>
  /** What of the price went back, or was asked to. */
  refunded: Defaulted<Cents>
  pay_id: string | null
  pay_url: string | null
  paid_at: Time | null
  expires_at: Time | null
  created_at: Time
  updated_at: Time
}

/** From `threshold` on, inviters get so many thousandths of what their invitees pay. */
export type DistributionLevelTable = {
  id: string
  level: number
  title: string
  threshold: Cents
  percentage: number
  created_at: Time
}

/**
 * Sums over a person's entries of one fund: what their invitees paid, what they earned by it, what of that was paid out to
 * them. What is still owed is `reward - paid_out`; below zero where an order was refunded after its reward was paid out.
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
 * The ledger of commissions, append-only, unique on kind and reference. A reward names its order; a reversal its refund,
 * price and reward below zero; a payout itself, its reward below zero and its price 0.
 */
export type DistributionHistoryTable = {
  id: string
  user_id: string
  /** Who paid; empty for a payout, as `order_id` is. */
  invitee_id: string
  order_id: string
  kind: 'reward' | 'reversal' | 'payout'
  reference: string
  /** Of the sandbox: earned by payments that were none. */
  fund: 'real' | 'sandbox'
  /** What an operator wrote beside a payout, and who that was. */
  note: string
  created_by: string
  price: Cents
  reward: Cents
  percentage: number
  created_at: Time
}

export type ShortLinkTable = { code: string; user_id: string; content: string; created_at: Time }
