import type { Account } from '#catalog/chat/provider.server.ts'
import type { Fetch } from '#servers/lib/egress.ts'
import type { VendorKeys } from '#servers/lib/vendor-keys.ts'
import { lastOf, tryKey } from '#servers/platform/keys/try-key.ts'

type Row = readonly [vendor: string, key: string, address: string, came: string]

/**
 * Asks every vendor with every key by a call that costs nothing, and tells a table of what came of it.
 * @param say is given one line at a time
 * @returns false when a key does not work, or there is none
 */
export async function checkProviders(
  keys: Pick<VendorKeys, 'of' | 'vendors'>,
  fetch: Fetch,
  say: (line: string) => void
): Promise<boolean> {
  const asked = keys.vendors().flatMap(vendor => keys.of(vendor).map(account => ({ vendor, account })))
  if (asked.length === 0) {
    say('No provider has a key: set one in the environment, or enter one. Until then the sandbox answers.')
    return false
  }
  const found = await Promise.all(asked.map(each => look(each.vendor, each.account, fetch)))
  table([['provider', 'key', 'address', 'what came of it'], ...found.map(({ row }) => row)]).forEach(say)
  return found.every(({ ok }) => ok)
}

async function look(vendor: string, account: Account, fetch: Fetch): Promise<{ ok: boolean; row: Row }> {
  const { ok, milliseconds, detail } = await tryKey({ fetch }, vendor, account)
  const key = account.apiKey === '' ? 'none' : `…${lastOf(account.apiKey)}`
  return { ok, row: [vendor, key, account.baseURL, ok ? `answers, ${milliseconds} ms` : `FAILS: ${detail}`] }
}

/** Columns as wide as their longest word. */
function table(rows: readonly Row[]): string[] {
  const width = (column: number): number => Math.max(...rows.map(row => row[column]?.length ?? 0))
  const widths = [0, 1, 2].map(width)
  return rows.map(row => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}
