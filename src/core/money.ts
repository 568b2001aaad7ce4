/**
 * Micro-credits in one credit. The server counts whole micro-credits. Credits appear only in the
 * API and on screens.
 */
export const MICRO_PER_CREDIT = 1_000_000

/**
 * Converts micro-credits to decimal credits for the API. Exact up to nine thousand million credits
 * (2^53 micro-credits).
 */
export function microToCredits(micro: number): number {
  return micro / MICRO_PER_CREDIT
}

/**
 * Converts decimal credits of a configuration or a user to whole micro-credits, rounded to the
 * nearest.
 */
export function creditsToMicro(credits: number): number {
  return Math.round(credits * MICRO_PER_CREDIT)
}

/** Converts US cents to dollars for the API. */
export function centsToDollars(cents: number): number {
  return cents / 100
}

/** Converts dollars of a configuration or a user to whole cents, rounded to the nearest. */
export function dollarsToCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** Prices of one chat model, in micro-credits per 1,000 tokens. */
export type TokenPrice = { input: number; output: number }

/**
 * Returns the cost of a chat in micro-credits, rounded up once.
 * @param price micro-credits per 1,000 tokens
 */
export function tokenCost(price: TokenPrice, inputTokens: number, outputTokens: number): number {
  return Math.ceil((price.input * inputTokens + price.output * outputTokens) / 1000)
}

/**
 * Returns the number of output tokens that the balance still pays for.
 * @param price micro-credits per 1,000 tokens
 * @param micro micro-credits left for output
 */
export function affordableTokens(price: TokenPrice, micro: number): number {
  return price.output === 0 ? Number.MAX_SAFE_INTEGER : Math.floor((micro * 1000) / price.output)
}

/**
 * Adds a site's margin to the price of a package. Credits cost more at such a site; runs cost the
 * same everywhere.
 * @param amount price in cents
 * @param thousandths the margin; 250 adds a quarter
 * @returns cents, rounded up once
 */
export function addMargin(amount: number, thousandths: number): number {
  return Math.ceil((amount * (1000 + thousandths)) / 1000)
}
