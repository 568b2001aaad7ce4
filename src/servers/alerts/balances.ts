import type { Alert } from '#core/alert.ts'
import { tellsBalance, type VendorBalance } from '#providers/balance.ts'
import type { Context } from '#servers/lib/context.ts'
import { readMeta, storeMeta } from '#servers/lib/meta.ts'
import { lastCharacters } from '#servers/lib/try-key.ts'
import { askVendorBalance, isBalanceBelow } from '#servers/lib/vendor-balance.ts'

/** Key of the table `meta`. */
const BALANCES = 'vendor_balances'

/** Milliseconds for which balances count as current. */
const CURRENT = 60 * 60_000

/** Milliseconds after which the last balance of an account that cannot be read is forgotten. */
const KEPT = 24 * CURRENT

/** The balance of each account as last read, by vendor and the end of its key. */
type Known = { askedAt: number; accounts: Record<string, VendorBalance & { at: number }> }

type Needs = Pick<Context, 'config' | 'database' | 'clock' | 'keys' | 'fetch'>

/**
 * Finds accounts of vendors with less money than `ALERT_BALANCE`. Vendors are asked once an hour. A
 * vendor that does not answer keeps its last balance for a day, so its alert does not end.
 */
export async function findLowBalances(context: Needs): Promise<Alert[]> {
  const { alertBalance } = context.config
  if (alertBalance === 0) return []
  const accounts = await readCurrent(context)
  return Object.entries(accounts)
    .filter(([, balance]) => isBalanceBelow(balance, alertBalance))
    .map(([subject, { cents, currency }]) => ({
      kind: 'balance',
      subject,
      value: `${cents} ${currency}`
    }))
}

async function readCurrent(context: Needs): Promise<Known['accounts']> {
  const { database, clock, keys } = context
  const stored = await readMeta(database.db, BALANCES)
  const known = stored === null ? null : (JSON.parse(stored) as Known)
  const now = clock.now()
  if (known !== null && now - known.askedAt < CURRENT) return known.accounts
  await keys.refresh()
  const asked = keys
    .vendors()
    .filter(tellsBalance)
    .flatMap(vendor => keys.of(vendor).map(account => ({ vendor, account })))
  const found = await Promise.all(
    asked.map(async ({ vendor, account }) => {
      const name = `${vendor} …${lastCharacters(account.apiKey)}`
      const balance = await askVendorBalance(context, vendor, account)
      if (balance !== null) return [[name, { ...balance, at: now }] as const]
      const before = known?.accounts[name]
      return before !== undefined && now - before.at < KEPT ? [[name, before] as const] : []
    })
  )
  const accounts = Object.fromEntries(found.flat())
  const value: Known = { askedAt: now, accounts }
  await storeMeta(database.db, BALANCES, JSON.stringify(value))
  return accounts
}
