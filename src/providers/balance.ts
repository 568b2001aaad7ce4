import { asRecord, isRecord, type Json } from '#core/json.ts'
import type { VendorConnection } from '#core/provider.ts'
import { runwayHeaders } from '#providers/runway.ts'
import { callVendor } from '#providers/vendor-call.ts'

/** Money that is left at a vendor, in hundredths of a currency such as `USD`. */
export type VendorBalance = { cents: number; currency: string }

/** An amount as a vendor gives it. `parts` of it are one unit of the currency. */
type Given = { amount: Json | undefined; currency: Json | undefined; parts?: number }

type Declaration = {
  /** Relative to the vendor's address; from the root of its host if it begins with a slash. */
  path: string
  headers?(apiKey: string): Record<string, string>
  read(answer: Record<string, Json>, baseURL: string): Given[]
}

/**
 * Vendors that tell the balance of an account to a key that also generates. Others need another
 * key (fal, xAI), or count characters or videos (ElevenLabs, Kling).
 */
const BALANCES: Readonly<Record<string, Declaration>> = {
  // https://api-docs.deepseek.com/api/get-user-balance
  deepseek: {
    path: '/user/balance',
    read: ({ balance_infos: infos }) =>
      (Array.isArray(infos) ? infos.filter(isRecord) : []).map(info => ({
        amount: info['total_balance'],
        currency: info['currency']
      }))
  },
  // https://platform.kimi.ai/docs/api/balance: dollars, and yuan at the address in China.
  moonshot: {
    path: 'users/me/balance',
    read: ({ data }, baseURL) => [
      {
        amount: asRecord(data)?.['available_balance'],
        currency: new URL(baseURL).hostname.endsWith('.cn') ? 'CNY' : 'USD'
      }
    ]
  },
  // https://openrouter.ai/docs/api/api-reference/api-keys/get-current-key: what is left of the
  // key's limit, if it has one. The balance of the account needs a management key.
  openrouter: {
    path: 'key',
    read: ({ data }) => [{ amount: asRecord(data)?.['limit_remaining'], currency: 'USD' }]
  },
  // https://docs.lumalabs.ai/changelog/callbacks-and-credits-balance
  luma: {
    path: 'credits',
    read: ({ credit_balance: amount }) => [{ amount, currency: 'USD', parts: 100 }]
  },
  // A credit is a cent.
  runway: {
    path: 'v1/organization',
    headers: runwayHeaders,
    read: ({ creditBalance: amount }) => [{ amount, currency: 'USD', parts: 100 }]
  }
}

/** Checks whether a vendor tells the balance of its accounts. */
export function tellsBalance(vendor: string): boolean {
  return Object.hasOwn(BALANCES, vendor)
}

/**
 * Asks a vendor for the balance of an account. The call costs nothing.
 * @returns one balance for each currency that the vendor names; empty if none can be read
 * @throws Problem if the vendor refuses the key or cannot be reached
 */
export async function readVendorBalances(
  vendor: string,
  upstream: VendorConnection
): Promise<VendorBalance[]> {
  const declared = tellsBalance(vendor) ? BALANCES[vendor] : undefined
  if (declared === undefined) return []
  const { path, headers = bearer, read } = declared
  const address = path.startsWith('/') ? new URL(path, upstream.baseURL).href : path
  const answer = await callVendor(upstream, address, { headers: headers(upstream.apiKey) })
  return read(answer, upstream.baseURL).flatMap(balanceOf)
}

function bearer(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` }
}

/** Some vendors write amounts as text. */
function balanceOf({ amount, currency, parts = 1 }: Given): VendorBalance[] {
  const isText = typeof amount === 'string' && amount.trim() !== ''
  const value = typeof amount === 'number' || isText ? Number(amount) : Number.NaN
  if (!Number.isFinite(value) || typeof currency !== 'string') return []
  return /^[A-Z]{3}$/.test(currency) ? [{ cents: Math.round((value * 100) / parts), currency }] : []
}
