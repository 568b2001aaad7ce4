import { z } from '@hono/zod-openapi'

const currency = z
  .string()
  .regex(/^[a-z]{3}$/i)
  .transform(value => value.toLowerCase())

export const exchangeRateQuestion = z.looseObject({ source: currency, target: currency })

export const exchangeRateSchema = z.object({ source: z.string(), target: z.string(), rate: z.number() }).openapi('ExchangeRate')
