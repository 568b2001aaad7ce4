import type { Reader } from '#servers/config-services.ts'

/** What is sold, how it is paid, and in which currencies prices are shown. */
export type ShopConfig = {
  /** JSON file with what is sold instead of the shipped packages. */
  packagesFile: string | null
  /** Where exchange rates are asked for; null: the shipped table. */
  exchangeUrl: string | null
  /** With it, money is real, and the sandbox takes no payments. */
  stripeSecretKey: string | null
}

/** `PACKAGES_FILE`, `EXCHANGE_URL`, `STRIPE_SECRET_KEY`. */
export function readShop({ get, problems }: Reader): ShopConfig {
  const exchangeUrl = get('EXCHANGE_URL')
  // The address may hold a key, so that no message repeats it.
  if (exchangeUrl !== null && !(URL.canParse(exchangeUrl) && /^https?:$/.test(new URL(exchangeUrl).protocol)))
    problems.push('EXCHANGE_URL must be an address that answers with JSON like {"date":"2026-11-21","rates":{"EUR":0.9}}, per US dollar')
  return { packagesFile: get('PACKAGES_FILE'), exchangeUrl, stripeSecretKey: get('STRIPE_SECRET_KEY') }
}
