import type { VendorAccount } from '#catalog/chat/provider.server.ts'
import type { VendorKeys } from '#servers/lib/vendor-keys.ts'
import { checkModels, type ModelCheckContext } from '#servers/operation/check-models.ts'
import { tellsBalance } from '#providers/balance.ts'
import { lastCharacters, testKey } from '#servers/lib/try-key.ts'
import { askVendorBalance, describeBalance } from '#servers/lib/vendor-balance.ts'

type Row = readonly [vendor: string, key: string, address: string, came: string]

/**
 * Tests every key at its vendor, and whether the vendor has our models. Shows the balance where
 * the vendor tells it. Each chat model gets a
 * short question. It prints a table of the keys, and a line for each model that is missing, does
 * not answer or ends soon.
 * @param say prints one line
 * @returns false when a key fails, a model is missing, or there is no key
 */
export async function checkProviders(
  keys: Pick<VendorKeys, 'of' | 'vendors'>,
  checking: ModelCheckContext,
  say: (line: string) => void
): Promise<boolean> {
  const asked = keys
    .vendors()
    .flatMap(vendor => keys.of(vendor).map(account => ({ vendor, account })))
  if (asked.length === 0) {
    say(
      'No provider has a key: set one in the environment, or enter one. Until then the sandbox answers.'
    )
    return false
  }
  const found = await Promise.all(asked.map(each => look(each.vendor, each.account, checking)))
  table([
    ['provider', 'key', 'address', 'what came of it'],
    ...found.map(({ row }) => row)
  ]).forEach(say)
  for (const line of new Set(found.flatMap(({ lines }) => lines))) say(line)
  return found.every(({ ok }) => ok)
}

async function look(
  vendor: string,
  account: VendorAccount,
  checking: ModelCheckContext
): Promise<{ ok: boolean; row: Row; lines: string[] }> {
  const { ok, milliseconds, detail } = await testKey(checking, vendor, account)
  const models = ok ? await checkModels(vendor, account, checking) : { ok, lines: [] }
  const key = account.apiKey === '' ? 'none' : `…${lastCharacters(account.apiKey)}`
  const answers = `answers, ${milliseconds} ms${ok ? await balanceOf(vendor, account, checking) : ''}`
  return { ...models, row: [vendor, key, account.baseURL, ok ? answers : `FAILS: ${detail}`] }
}

async function balanceOf(
  vendor: string,
  account: VendorAccount,
  checking: ModelCheckContext
): Promise<string> {
  if (!tellsBalance(vendor)) return ''
  return `, balance ${describeBalance(await askVendorBalance(checking, vendor, account))}`
}

/** Pads columns to their longest word. */
function table(rows: readonly Row[]): string[] {
  const width = (column: number): number => Math.max(...rows.map(row => row[column]?.length ?? 0))
  const widths = [0, 1, 2].map(width)
  return rows.map(row => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}
