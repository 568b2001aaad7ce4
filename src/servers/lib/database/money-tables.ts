import type { Micro, Time } from '#servers/lib/database/columns.ts'

/** US cents. */
type Cents = number

/**
 * One period of a plan: its credits are granted when it begins and lapse when it ends. Those of one plan and fund follow
 * each other without a gap.
 */
export type PeriodTable = {
  id: string
  application_id: string
  /** Empty: it ran before periods were counted, and holds what there was then. */
  order_id: string
  fund: 'real' | 'sandbox'
  state: 'waiting' | 'running' | 'over'
  amount: Micro
  /** What was refunded before it began, and thus is never granted. */
  withheld: Micro
  starts_at: Time
  ends_at: Time
  /** 1: its end was announced. */
  reminded: number
  created_at: Time
  updated_at: Time
}

/** Money that goes back to a payer: its credits are taken first, then its rail is asked until it says yes. */
export type RefundTable = {
  id: string
  order_id: string
  /** By which it goes back; empty: an operator sends it. */
  rail: string
  state: 'asked' | 'done'
  reason: string
  asked_by: string
  /** What the rail said last. */
  note: string
  cents: Cents
  /** Credits that it took, and how many of those left the fund: the others had not been granted yet. */
  amount: Micro
  taken: Micro
  /** 1: it took all, while a run held more; what that gives back is still to be seen to. */
  rest: number
  tries: number
  next_at: Time
  created_at: Time
  updated_at: Time
}

/** Something to redeem. Only a hash is kept: whoever reads the database, or a backup of it, can redeem nothing. */
export type RedemptionCodeTable = {
  id: string
  code_hash: string
  /** Its last four characters, by which an operator tells it from others. */
  hint: string
  label: string
  /** Empty: it is of no package. */
  package_id: string
  created_by: string
  /** What it brings, as it was when it was made: credits of a kind of plan, and its package's seconds. */
  amount: Micro
  duration: number
  type: 'Usage' | 'Period'
  service_id: string
  uses: number
  most_uses: number
  expires_at: Time | null
  /** When an operator ended it. */
  ended_at: Time | null
  created_at: Time
  updated_at: Time
}

/** Who redeemed what: a code once a person. */
export type RedemptionTable = { id: string; code_id: string; user_id: string; order_id: string; created_at: Time; updated_at: Time }
