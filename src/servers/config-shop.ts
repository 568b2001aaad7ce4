import type { Reader } from '#servers/config-services.ts'

/** What is sold, how it is paid, and in which currencies prices are shown. */
export type ShopConfig = {
  /** JSON file with what is sold instead of the shipped packages. */
  packagesFile: string | null
  /** Where exchange rates are asked for; null: the shipped table. */
  exchangeUrl: string | null
  /** With it, money is real, and the sandbox takes no payments. */
  stripeSecretKey: string | null
  /** Answers that guests of one site get a day, where it lets guests ask and they cost real money. */
  guestAnswers: number
}

/** `PACKAGES_FILE`, `EXCHANGE_URL`, `STRIPE_SECRET_KEY`, `GUEST_ANSWERS_PER_DAY`. */
export function readShop({ get, problems }: Reader): ShopConfig {
  const guestAnswers = Number(get('GUEST_ANSWERS_PER_DAY') ?? 50)
  if (!(Number.isInteger(guestAnswers) && guestAnswers >= 0 && guestAnswers <= 1e6))
    problems.push(`GUEST_ANSWERS_PER_DAY must be a whole number from 0 to 1000000, not "${get('GUEST_ANSWERS_PER_DAY')}"`)
  const exchangeUrl = get('EXCHANGE_URL')
  // The address may hold a key, so that no message repeats it.
  if (exchangeUrl !== null && !(URL.canParse(exchangeUrl) && /^https?:$/.test(new URL(exchangeUrl).protocol)))
    problems.push('EXCHANGE_URL must be an address that answers with JSON like {"date":"2026-11-21","rates":{"EUR":0.9}}, per US dollar')
  return { packagesFile: get('PACKAGES_FILE'), exchangeUrl, stripeSecretKey: get('STRIPE_SECRET_KEY'), guestAnswers }
}
