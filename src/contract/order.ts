import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { dollars } from '#contract/price.ts'
import { word } from '#contract/word.ts'

export const ORDER_STATES = ['Pending', 'Paid', 'Finished', 'Expired', 'Failed'] as const

/** How people pay, by the names that clients send. */
export const PAY_WAYS = ['WechatPay', 'AliPay', 'Stripe'] as const
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

/** `ordering` takes created_at, updated_at, price, amount; newest first when not given. */
export const orderQuery = z.object({
  ...pageQuery,
  user_id: optionalText(64),
  application_id: optionalText(64),
  state: word(ORDER_STATES)
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

export const updatePriceSchema = z.looseObject({ price: dollars })
