import type { MicroCredits, UnixMillis } from '#servers/lib/database/columns.ts'

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
  amount: MicroCredits
  /** Micro-credits that were refunded before the period began, and so are never granted. */
  withheld: MicroCredits
  starts_at: UnixMillis
  ends_at: UnixMillis
  /** 1: the user got an email about the coming end of the period. */
  reminded: number
  created_at: UnixMillis
  updated_at: UnixMillis
}

/**
 * A refund to a payer. First the credits are taken from the plan, then the payment rail is called
 * until it confirms the payment.
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
  /**
   * `amount`: credits to take back. `taken`: how many of them were taken from the fund; the others
   * were not yet granted.
   */
  amount: MicroCredits
  taken: MicroCredits
  /**
   * 1: the refund took all credits of the fund while a run held more. What that run returns must
   * still be taken.
   */
  rest: number
  tries: number
  next_at: UnixMillis
  created_at: UnixMillis
  updated_at: UnixMillis
}

/**
 * A redemption code. Only its hash is stored, so that nobody can redeem it from the database or a
 * backup.
 */
export type RedemptionCodeTable = {
  id: string
  code_hash: string
  /** The last four characters of the code, which help an operator recognize it. */
  hint: string
  label: string
  /** Id of the package that the code gives; empty if it gives credits without a package. */
  package_id: string
  created_by: string
  /** The grant, fixed at its creation: credits for a kind of plan, and the package's seconds. */
  amount: MicroCredits
  duration: number
  type: 'Usage' | 'Period'
  service_id: string
  uses: number
  most_uses: number
  expires_at: UnixMillis | null
  /** Time at which an operator invalidated the code. */
  ended_at: UnixMillis | null
  created_at: UnixMillis
  updated_at: UnixMillis
}

/** A redemption of a code. Each user can redeem a code once. */
export type RedemptionTable = {
  id: string
  code_id: string
  user_id: string
  order_id: string
  created_at: UnixMillis
  updated_at: UnixMillis
}
