import type {
  DefaultedColumn,
  JsonText,
  MicroCredits,
  UnixMillis
} from '#servers/lib/database/columns.ts'

/** US cents, the unit of all money except credits. */
export type Cents = number

/** An operator's changes to a service of the catalogue, by field. */
export type ServiceChangeTable = { service_id: string; changes: JsonText; updated_at: UnixMillis }

/** An operator's changes to a chat model, by its name; for an own model, its whole description. */
export type ChatModelTable = { name: string; changes: JsonText; updated_at: UnixMillis }

/** A package that is sold: credits, or a plan for some time. */
export type PackageTable = {
  id: string
  /** The service that the plan is for; empty for a global plan. */
  service_id: string
  type: 'Usage' | 'Period'
  title: string
  amount: MicroCredits
  price: Cents
  /** Seconds; 0 for credits that do not expire. */
  duration: number
  position: number
  /** 0: no longer on sale. The row is kept, since orders refer to it. */
  active: number
  created_at: UnixMillis
  updated_at: UnixMillis
}

export type OrderState = 'Pending' | 'Paid' | 'Finished' | 'Expired' | 'Failed' | 'Refunded'

export type OrderTable = {
  id: string
  user_id: string
  origin: string
  application_ids: JsonText
  package_ids: JsonText
  description: string
  state: OrderState
  /** The payment method; empty until the buyer has chosen one. */
  pay_way: string
  /** The kind of fund that gets the credits. Sandbox payments buy sandbox credits. */
  fund: 'real' | 'sandbox'
  amount: MicroCredits
  price: Cents
  /** Seconds by which the order extends a plan. */
  duration: number
  /** Each package's micro-credits and seconds; `[]`: all packages count as one. */
  parts: DefaultedColumn<JsonText>
  /**
   * The payment rail, or `code` for a redeemed code. Empty before the payment begins, and for a
   * bank transfer.
   */
  rail: DefaultedColumn<string>
  /** A note for operators, such as why a payment was not accepted. */
  note: DefaultedColumn<string>
  /** The reference of its ledger entry; empty until the order is finished. */
  booked: DefaultedColumn<string>
  /** 1: the order is paid, and its buyer has not yet been emailed about it. */
  untold: DefaultedColumn<number>
  /** Cents of the price that were refunded or are to be refunded. */
  refunded: DefaultedColumn<Cents>
  pay_id: string | null
  pay_url: string | null
  paid_at: UnixMillis | null
  expires_at: UnixMillis | null
  created_at: UnixMillis
  updated_at: UnixMillis
}

/** From `threshold` on, inviters earn `percentage` thousandths of what their invitees pay. */
export type DistributionLevelTable = {
  id: string
  level: number
  title: string
  threshold: Cents
  percentage: number
  created_at: UnixMillis
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
  created_at: UnixMillis
  updated_at: UnixMillis
}

/**
 * The ledger of commissions. Rows are only added, and are unique by kind and reference. The
 * reference of a reward is its order; that of a reversal is its refund, with negative price and
 * reward; that of a payout is the payout itself, with a negative reward and a price of 0.
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
  created_at: UnixMillis
}

export type ShortLinkTable = {
  code: string
  user_id: string
  content: string
  created_at: UnixMillis
}
