import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { dollarAmount } from '#contract/price.ts'
import { optionalWord } from '#contract/word.ts'

/**
 * Pending: waits for payment. Paid: the payment arrived, the credits follow. Finished: the credits
 * are booked. Expired: not paid in time. Failed: cancelled before payment. Refunded: everything
 * refundable was refunded.
 */
export const ORDER_STATES = [
  'Pending',
  'Paid',
  'Finished',
  'Expired',
  'Failed',
  'Refunded'
] as const

/** The payment methods, by the names that clients send. `Manual` is a bank transfer. */
const PAY_WAYS = ['WechatPay', 'AliPay', 'Stripe', 'Manual'] as const
export type PaymentMethod = (typeof PAY_WAYS)[number]

/** The fields of its plan that an order shows. */
const orderApplication = z.object({
  id: z.string(),
  type: z.enum(['Usage', 'Period']),
  scope: z.enum(['Individual', 'Global']),
  service_id: z.string().nullable()
})

export const orderSchema = z
  .object({
    id: z.string(),
    user_id: z.string(),
    application_id: z.string(),
    application_ids: z.array(z.string()),
    application: orderApplication.nullable(),
    applications: z.array(orderApplication),
    package_id: z.string(),
    package_ids: z.array(z.string()),
    /**
     * The bought packages, as they were at the time of the order. `amount` is in credits,
     * `duration` in seconds, 0 for none.
     */
    parts: z.array(z.object({ title: z.string(), amount: z.number(), duration: z.number() })),
    description: z.string(),
    state: z.enum(ORDER_STATES),
    /** US dollars, as they were at the time of the order. */
    price: z.number(),
    /** Credits that it adds. */
    amount: z.number(),
    /** Seconds that it adds to a period; 0 for none. */
    duration: z.number(),
    /** The available payment methods; empty if none is set up or nothing is to pay. */
    pay_ways: z.array(z.enum(PAY_WAYS)),
    /** Empty until the user chooses one. */
    pay_way: z.string(),
    pay_id: z.string().nullable(),
    /** The URL where it is paid. WechatPay shows it as a QR code. */
    pay_url: z.string().nullable(),
    wechatpay_url: z.string().nullable(),
    alipay_url: z.string().nullable(),
    /**
     * The operator's instructions for a `Manual` payment, while it is pending. The payer must quote
     * `pay_id`.
     */
    pay_instructions: z.string().nullable(),
    /**
     * The rail that started its payment: stripe, manual or sandbox; `code` for a redeemed order;
     * empty for none yet.
     */
    rail: z.string(),
    /**
     * True if a payment arrived that does not match the order. The order keeps the money and adds
     * no credits, and operators see the reason.
     */
    payment_held: z.boolean(),
    /** US dollars that were refunded or are on their way back to the payer. */
    refunded: z.number(),
    /** `sandbox`: no real money, and credits that only the sandbox accepts. */
    fund: z.enum(['real', 'sandbox']),
    paid_at: isoTime.nullable(),
    /** The time until which a Pending order can be paid. */
    expires_at: isoTime.nullable(),
    created_at: isoTime,
    updated_at: isoTime
  })
  .openapi('Order')

export type Order = z.infer<typeof orderSchema>

/** One refund of an order. */
const refundSchema = z.object({
  id: z.string(),
  /** US dollars. */
  amount: z.number(),
  /** Credits that were taken back for it. */
  credits: z.number(),
  /**
   * `asked`: the rail has not confirmed yet and is called again, or an operator has not confirmed a
   * manual transfer.
   */
  state: z.enum(['asked', 'done']),
  /** True if no rail can send it. An operator transfers it and confirms that. */
  by_hand: z.boolean(),
  reason: z.string(),
  /** The last message of the rail; empty for none. */
  note: z.string(),
  created_at: isoTime
})

/** An order with the fields that only operators see. */
export const operatedOrderSchema = orderSchema
  .extend({
    /** The user who ordered; null if the account was deleted. */
    user: z.object({ id: z.string(), nickname: z.string(), email: z.string() }).nullable(),
    /** US dollars that can be refunded now: the price of the unspent credits. */
    refundable: z.number(),
    /** The reason why a payment was not accepted; empty for none. */
    note: z.string(),
    refunds: z.array(refundSchema)
  })
  .openapi('EveryOrder')

export type OperatedOrder = z.infer<typeof operatedOrderSchema>

/** The payment rails of orders. */
const rails = ['stripe', 'manual', 'sandbox', 'code'] as const

/**
 * `ordering` accepts created_at, updated_at, price and amount. Default: newest first. `search`: the
 * beginning of an id, or a part of the description. `rail`: the payment rail, `code` for redeemed
 * orders.
 */
export const orderQuery = z.object({
  ...pageQuery,
  user_id: optionalText(64),
  application_id: optionalText(64),
  state: optionalWord(ORDER_STATES),
  rail: optionalWord(rails),
  search: optionalText(200)
})

/** `search`: the id of an order or of its payment, or a part of the payer's email address. */
export const operatedOrderQuery = z.object({
  ...pageQuery,
  id: optionalText(64),
  user_id: optionalText(64),
  state: optionalWord(ORDER_STATES),
  rail: optionalWord(rails),
  search: optionalText(200)
})

const ids = z.array(z.string().max(64)).max(20).nullish()

/**
 * One plan and the packages for it, in either form. The packages determine the price: the server
 * ignores prices and amounts that a client sends.
 */
export const newOrderSchema = z.looseObject({
  application_id: optionalText(64).nullable(),
  application_ids: ids,
  package_id: optionalText(64).nullable(),
  package_ids: ids,
  description: optionalText(1000).nullable()
})

export type NewOrder = z.infer<typeof newOrderSchema>

export const changeOrderSchema = z.looseObject({ description: z.string().max(1000) })

/** An order of price 0 needs no payment method. */
export const payOrderSchema = z.looseObject({ pay_way: optionalWord(PAY_WAYS) })

/** US dollars, at most the price of the unspent credits. Null or absent refunds all of it. */
export const refundOrderSchema = z.looseObject({
  amount: dollarAmount.nullish(),
  reason: z.string().max(1000).nullish()
})

export const updatePriceSchema = z.looseObject({ price: dollarAmount })
