import type { Micro, Time } from '#servers/lib/database/columns.ts'

/** US cents. */
type Cents = number

/**
 * One period of a plan: its credits are granted when it begins and lapse when it ends. The periods
 * of one plan and fund follow each other without a gap.
 */
export type PeriodTable = {
  id: string
  application_id: string
  order_id: string
  fund: 'real' | 'sandbox'
  state: 'waiting' | 'running' | 'over'
  amount: Micro
  /** Micro-credits that were refunded before the period began, and so are never granted. */
  withheld: Micro
  starts_at: Time
  ends_at: Time
  /** 1: a mail announced its end. */
  reminded: number
  created_at: Time
  updated_at: Time
}

/**
 * Money that goes back to a payer. First the credits are taken, then the rail is called until it
 * confirms.
 */
export type RefundTable = {
  id: string
  order_id: string
  /** The payment rail that pays back; empty when an operator sends the money. */
  rail: string
  state: 'asked' | 'done'
  reason: string
  asked_by: string
  /** The rail's last message. */
  note: string
  cents: Cents
  /** Credits to take back, and how many of those left the fund: the others were not granted yet. */
  amount: Micro
  taken: Micro
  /**
   * 1: it took all the fund had while a run held more. What that run releases must still be taken.
   */
  rest: number
  tries: number
  next_at: Time
  created_at: Time
  updated_at: Time
}

/**
 * A redemption code. Only its hash is stored, so that nobody can redeem it from the database or a
 * backup.
 */
export type RedemptionCodeTable = {
  id: string
  code_hash: string
  /** Its last four characters, which help an operator recognize it. */
  hint: string
  label: string
  /** Empty when it belongs to no package. */
  package_id: string
  created_by: string
  /** The grant, fixed at its creation: credits for a kind of plan, and the package's seconds. */
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

/** A redeemed code; each user redeems a code at most once. */
export type RedemptionTable = {
  id: string
  code_id: string
  user_id: string
  order_id: string
  created_at: Time
  updated_at: Time
}
