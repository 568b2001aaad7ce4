import type { Reader } from '#servers/config-services.ts'

/** An account at Stripe. */
export type StripeConfig = {
  secretKey: string
  /** False for a key of Stripe's test mode, in which cards are made up: it buys what sandbox payments buy. */
  live: boolean
  /** What Stripe signs its messages with. */
  webhookSecret: string
  /** Where it is asked; null: at Stripe itself. */
  url: string | null
}

/** What is sold, how it is paid, and in which currencies prices are shown. */
export type ShopConfig = {
  /** JSON file with what is sold instead of the shipped packages. */
  packagesFile: string | null
  /** Where exchange rates are asked for; null: the shipped table. */
  exchangeUrl: string | null
  /** With it, the sandbox takes no payments outside of test hosts. */
  stripe: StripeConfig | null
  /** How to pay by bank transfer, as people read it; null: that is not offered. With it, as with Stripe, money is real. */
  manualPayment: string | null
  /** Answers that guests of one site get a day, where it lets guests ask and they cost real money. */
  guestAnswers: number
}

/** Longest instructions of a bank transfer, in characters. */
const LONGEST_INSTRUCTIONS = 2000

/**
 * `PACKAGES_FILE`, `EXCHANGE_URL`, `STRIPE_SECRET_KEY`, `STRIPE_WEBHOOK_SECRET`, `STRIPE_URL`, `MANUAL_PAYMENT`,
 * `GUEST_ANSWERS_PER_DAY`.
 */
export function readShop(reader: Reader): ShopConfig {
  const { get, problems } = reader
  const guestAnswers = Number(get('GUEST_ANSWERS_PER_DAY') ?? 50)
  if (!(Number.isInteger(guestAnswers) && guestAnswers >= 0 && guestAnswers <= 1e6))
    problems.push(`GUEST_ANSWERS_PER_DAY must be a whole number from 0 to 1000000, not "${get('GUEST_ANSWERS_PER_DAY')}"`)
  const exchangeUrl = get('EXCHANGE_URL')
  // The address may hold a key, so that no message repeats it.
  if (exchangeUrl !== null && !(URL.canParse(exchangeUrl) && /^https?:$/.test(new URL(exchangeUrl).protocol)))
    problems.push('EXCHANGE_URL must be an address that answers with JSON like {"date":"2026-11-21","rates":{"EUR":0.9}}, per US dollar')
  const manualPayment = get('MANUAL_PAYMENT')
  if (manualPayment !== null && manualPayment.length > LONGEST_INSTRUCTIONS)
    problems.push(`MANUAL_PAYMENT must have at most ${LONGEST_INSTRUCTIONS} characters, not ${manualPayment.length}`)
  return { packagesFile: get('PACKAGES_FILE'), exchangeUrl, stripe: readStripe(reader), manualPayment, guestAnswers }
}

/** A key alone would take money of which nobody tells us. */
function readStripe({ get, origin, problems }: Reader): StripeConfig | null {
  const secretKey = get('STRIPE_SECRET_KEY')
  const webhookSecret = get('STRIPE_WEBHOOK_SECRET')
  const url = origin('STRIPE_URL')
  if (secretKey === null) return null
  if (secretKey.startsWith('pk_')) problems.push('STRIPE_SECRET_KEY holds a publishable key (pk_…); the secret one begins with sk_ or rk_')
  if (webhookSecret === null) {
    problems.push('STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET (whsec_…), by which Stripe’s messages about payments are known as its own')
    return null
  }
  return { secretKey, live: /^(sk|rk)_live_/.test(secretKey), webhookSecret, url }
}
