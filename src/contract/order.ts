import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { dollars } from '#contract/price.ts'
import { word } from '#contract/word.ts'

/**
 * Pending: waits to be paid. Paid: the money came, its credits follow. Finished: its credits are there. Expired: was not
 * paid in time. Failed: was taken back before it was paid. Refunded: what could go back has gone back.
 */
export const ORDER_STATES = ['Pending', 'Paid', 'Finished', 'Expired', 'Failed', 'Refunded'] as const

/** How people pay, by the names that clients send; `Manual` is a bank transfer. */
export const PAY_WAYS = ['WechatPay', 'AliPay', 'Stripe', 'Manual'] as const
export type PayWay = (typeof PAY_WAYS)[number]

/** The plan that an order is for, as far as an order shows it. */
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
    /** What was bought, package by package, as it stood when it was ordered. Credits; seconds, 0 for none. */
    parts: z.array(z.object({ title: z.string(), amount: z.number(), duration: z.number() })),
    description: z.string(),
    state: z.enum(ORDER_STATES),
    /** US dollars, as they were when it was ordered. */
    price: z.number(),
    /** Credits that it brings. */
    amount: z.number(),
    /** Seconds that it adds to a period; 0 for none. */
    duration: z.number(),
    /** How it can be paid here; empty where nothing is set up, or nothing is to be paid. */
    pay_ways: z.array(z.enum(PAY_WAYS)),
    /** Empty until one was chosen. */
    pay_way: z.string(),
    pay_id: z.string().nullable(),
    /** Where it is paid: opened, or with WechatPay shown as a QR code. */
    pay_url: z.string().nullable(),
    wechatpay_url: z.string().nullable(),
    alipay_url: z.string().nullable(),
    /** How to pay a `Manual` one, as the operator wrote it, while it waits to be paid; `pay_id` is what to quote. */
    pay_instructions: z.string().nullable(),
    /** By which rail its payment was begun: stripe, manual, sandbox; `code` for a redeemed one; empty for none yet. */
    rail: z.string(),
    /** A payment came for it that does not fit it: its money is there, its credits are not, and operators see why. */
    payment_held: z.boolean(),
    /** US dollars that went back to its payer, or are on their way. */
    refunded: z.number(),
    /** `sandbox`: no real money, and credits that only the sandbox takes. */
    fund: z.enum(['real', 'sandbox']),
    paid_at: isoTime.nullable(),
    /** Until when a Pending one can be paid. */
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
  /** Credits that were taken for it. */
  credits: z.number(),
  /** `asked`: its rail has not said yes yet, and is asked again; or it is sent by hand, and nobody said yet that it was. */
  state: z.enum(['asked', 'done']),
  /** No rail sends it, now or any more: an operator does, and then says so. */
  by_hand: z.boolean(),
  reason: z.string(),
  /** What the rail said last; empty for nothing. */
  note: z.string(),
  created_at: isoTime
})

/** An order with what only operators see. */
export const everyOrderSchema = orderSchema
  .extend({
    /** Whose it is; null where they are gone. */
    user: z.object({ id: z.string(), nickname: z.string(), email: z.string() }).nullable(),
    /** US dollars that could go back now: the price of what is unspent. */
    refundable: z.number(),
    /** Why a payment was not taken as one; empty for nothing. */
    note: z.string(),
    refunds: z.array(refundSchema)
  })
  .openapi('EveryOrder')

export type EveryOrder = z.infer<typeof everyOrderSchema>

/** By which an order can be paid. */
const rails = ['stripe', 'manual', 'sandbox', 'code'] as const

/** `ordering` takes created_at, updated_at, price, amount; newest first when not given. `search`: the beginning of an id, or a part of what is noted on it; `rail`: by which it was paid, `code` for redeemed ones. */
export const orderQuery = z.object({
  ...pageQuery,
  user_id: optionalText(64),
  application_id: optionalText(64),
  state: word(ORDER_STATES),
  rail: word(rails),
  search: optionalText(200)
})

/** `search`: an order's id, its payment's, or a part of its payer's address. */
export const everyOrderQuery = z.object({
  ...pageQuery,
  id: optionalText(64),
  user_id: optionalText(64),
  state: word(ORDER_STATES),
  rail: word(rails),
  search: optionalText(200)
})

const ids = z.array(z.string().max(64)).max(20).nullish()

/**
 * One application and the packages for it, in either form. The price is the packages' own: prices and amounts that a
 * client sends are not looked at.
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

/** An order of price 0 needs no way. */
export const paySchema = z.looseObject({ pay_way: word(PAY_WAYS) })

/** US dollars, at most what is unspent; null or nothing: all of that. */
export const refundOrderSchema = z.looseObject({
  amount: dollars.nullish(),
  reason: z.string().max(1000).nullish()
})

export const updatePriceSchema = z.looseObject({ price: dollars })
