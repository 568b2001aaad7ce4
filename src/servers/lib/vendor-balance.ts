import type { VendorAccount } from '#catalog/chat/provider.server.ts'
import { EXCHANGE_RATES } from '#catalog/exchange.ts'
import { readVendorBalances, type VendorBalance } from '#providers/balance.ts'
import type { Context } from '#servers/lib/context.ts'

/** Milliseconds in which a vendor must answer. */
const PATIENCE = 15_000

/**
 * Asks a vendor for the balance of an account. Never throws.
 * @returns the largest balance where there are several currencies; null if it is unknown
 */
export async function askVendorBalance(
  { fetch }: Pick<Context, 'fetch'>,
  vendor: string,
  account: VendorAccount
): Promise<VendorBalance | null> {
  const signal = AbortSignal.timeout(PATIENCE)
  const found = await readVendorBalances(vendor, { fetch, ...account, signal }).catch(() => [])
  return found.toSorted((a, b) => dollarCents(b) - dollarCents(a))[0] ?? null
}

/**
 * Checks whether a balance is below a limit. One in a currency without a known rate is not.
 * @param limit US cents; 0 for none
 */
export function isBalanceBelow(balance: VendorBalance, limit: number): boolean {
  return limit > 0 && dollarCents(balance) < limit
}

/** Describes a balance in English, for operators at a terminal. */
export function describeBalance(balance: VendorBalance | null): string {
  return balance === null ? 'unknown' : `${(balance.cents / 100).toFixed(2)} ${balance.currency}`
}

/** Converts a balance, roughly; infinite where the rate is unknown. */
function dollarCents({ cents, currency }: VendorBalance): number {
  const rates: Readonly<Record<string, number>> = EXCHANGE_RATES.perDollar
  return cents / (rates[currency.toLowerCase()] ?? 0)
}
