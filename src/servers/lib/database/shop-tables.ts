import type { Json, Micro, Time } from '#servers/lib/database/columns.ts'

/** US cents: what money is counted in outside of credits. */
export type Cents = number

/** What an operator changed of a service of the catalogue, by field. */
export type ServiceChangeTable = { service_id: string; changes: Json; updated_at: Time }

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

export type OrderState = 'Pending' | 'Paid' | 'Finished' | 'Expired' | 'Failed'

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

/** Sums over a person's history: what their invitees paid, what they earned. */
export type DistributionStatusTable = { user_id: string; price: Cents; reward: Cents; created_at: Time; updated_at: Time }

/** One reward: for one paid order, once. */
export type DistributionHistoryTable = {
  id: string
  user_id: string
  invitee_id: string
  order_id: string
  price: Cents
  reward: Cents
  percentage: number
  created_at: Time
}

export type ShortLinkTable = { code: string; user_id: string; content: string; created_at: Time }
