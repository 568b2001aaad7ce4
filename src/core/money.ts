/** Micro-credits in one credit. Money is counted in whole micro-credits; credits exist on the wire and on screens only. */
export const MICRO = 1_000_000

/** Micro-credits as decimal credits for the wire. Exact up to nine thousand million credits (2^53 micro-credits). */
export function toCredits(micro: number): number {
  return micro / MICRO
}

/** Decimal credits from a configuration or a person as whole micro-credits, rounded to the nearest. */
export function toMicro(credits: number): number {
  return Math.round(credits * MICRO)
}

/** US cents as dollars for the wire. */
export function toDollars(cents: number): number {
  return cents / 100
}

/** Dollars from a configuration or a person as whole cents, rounded to the nearest. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** Prices of one chat model, in micro-credits per 1,000 tokens. */
export type TokenPrice = { input: number; output: number }

/**
 * What a chat costs, in micro-credits, rounded up once.
 * @param price micro-credits per 1,000 tokens
 */
export function tokenCost(price: TokenPrice, inputTokens: number, outputTokens: number): number {
  return Math.ceil((price.input * inputTokens + price.output * outputTokens) / 1000)
}

/**
 * How many output tokens `micro` still pays for.
 * @param micro micro-credits left for output
 */
export function affordableTokens(price: TokenPrice, micro: number): number {
  return price.output === 0 ? Number.MAX_SAFE_INTEGER : Math.floor((micro * 1000) / price.output)
}

/**
 * What is asked for a package at a site that adds to its price: credits cost more there, runs cost the same everywhere.
 * @param amount in cents; rounded up once
 * @param thousandths what the site adds: 250 makes a price a quarter dearer
 */
export function withMargin(amount: number, thousandths: number): number {
  return Math.ceil((amount * (1000 + thousandths)) / 1000)
}
