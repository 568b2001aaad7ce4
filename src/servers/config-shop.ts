import { creditsToMicro } from '#core/money.ts'
import type { ConfigReader } from '#servers/config-services.ts'

/** The path where Stripe reports payments. */
export const STRIPE_CALLBACK = '/api/v1/payments/stripe/callback'

/** An account at Stripe. */
export type StripeConfig = {
  secretKey: string
  /**
   * False for a key of Stripe's test mode, where cards are fake. Orders then buy sandbox credits
   * only.
   */
  live: boolean
  /** The key that signs Stripe's webhook messages. */
  webhookSecret: string
  /** The address of Stripe's API; null for Stripe's own. */
  url: string | null
}

/** Configuration of the shop: packages, payment, and currencies for prices. */
export type ShopConfig = {
  /** Micro-credits that a user's global plan starts with. */
  freeAmount: number
  /** JSON file of packages that replace the shipped ones. */
  packagesFile: string | null
  /** The address of exchange rates; null for the shipped table. */
  exchangeUrl: string | null
  /** When set, the sandbox takes payments on test hosts only. */
  stripe: StripeConfig | null
  /**
   * Instructions for bank transfers, as buyers read them. Null: bank transfers are not offered.
   * With bank transfers, as with Stripe, payments are real.
   */
  manualPayment: string | null
  /** Real answers per day for all guests of one site, if the site allows guests. */
  guestAnswers: number
}

/** Longest instructions for a bank transfer, in characters. */
const LONGEST_INSTRUCTIONS = 2000

/**
 * Reads `PACKAGES_FILE`, `EXCHANGE_URL`, `STRIPE_SECRET_KEY`, `STRIPE_WEBHOOK_SECRET`,
 * `STRIPE_URL`, `MANUAL_PAYMENT`, `FREE_AMOUNT` and `GUEST_ANSWERS_PER_DAY`.
 */
export function readShopConfig(reader: ConfigReader): ShopConfig {
  const { get, problems } = reader
  const guestAnswers = Number(get('GUEST_ANSWERS_PER_DAY') ?? 50)
  if (!(Number.isInteger(guestAnswers) && guestAnswers >= 0 && guestAnswers <= 1e6))
    problems.push(
      `GUEST_ANSWERS_PER_DAY must be a whole number from 0 to 1000000, not "${get('GUEST_ANSWERS_PER_DAY')}"`
    )
  const exchangeUrl = get('EXCHANGE_URL')
  // The address may hold a key, so no message repeats it.
  if (
    exchangeUrl !== null &&
    !(URL.canParse(exchangeUrl) && /^https?:$/.test(new URL(exchangeUrl).protocol))
  )
    problems.push(
      'EXCHANGE_URL must be an address that answers with JSON like {"date":"2026-11-21","rates":{"EUR":0.9}}, per US dollar'
    )
  const manualPayment = get('MANUAL_PAYMENT')
  if (manualPayment !== null && manualPayment.length > LONGEST_INSTRUCTIONS)
    problems.push(
      `MANUAL_PAYMENT must have at most ${LONGEST_INSTRUCTIONS} characters, not ${manualPayment.length}`
    )
  return {
    freeAmount: readFreeAmount(reader),
    packagesFile: get('PACKAGES_FILE'),
    exchangeUrl,
    stripe: readStripe(reader),
    manualPayment,
    guestAnswers
  }
}

/**
 * Reads the variables of Stripe. A key without a webhook secret is refused: Stripe would take
 * money, and the server would never learn of it.
 */
function readStripe({ get, origin, problems }: ConfigReader): StripeConfig | null {
  const secretKey = get('STRIPE_SECRET_KEY')
  const webhookSecret = get('STRIPE_WEBHOOK_SECRET')
  const url = origin('STRIPE_URL')
  if (secretKey === null) return null
  if (secretKey.startsWith('pk_'))
    problems.push(
      'STRIPE_SECRET_KEY holds a publishable key (pk_…); the secret one begins with sk_ or rk_'
    )
  if (webhookSecret === null) {
    problems.push(
      'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET (whsec_…), by which Stripe’s messages about payments are known as its own'
    )
    return null
  }
  return { secretKey, live: /^(sk|rk)_live_/.test(secretKey), webhookSecret, url }
}

/** Reads `FREE_AMOUNT`, and converts it to micro-credits. */
function readFreeAmount({ get, problems }: ConfigReader): number {
  const credits = Number(get('FREE_AMOUNT') ?? 20)
  if (!(credits >= 0 && credits <= 1e6))
    problems.push(
      `FREE_AMOUNT must be a number of credits from 0 to 1000000, not "${get('FREE_AMOUNT')}"`
    )
  return creditsToMicro(credits)
}
