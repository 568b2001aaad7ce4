import { randomUUID } from 'node:crypto'
import type { KeyTest, NewProviderKey, ProviderKey } from '#contract/provider-key.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import { defaultVendorAddress } from '#servers/lib/vendor-keys.ts'
import { lastCharacters, requireGoodKey, testStoredKey } from '#servers/lib/try-key.ts'

type Needs = Pick<Context, 'config' | 'database' | 'clock' | 'secrets' | 'keys' | 'fetch'>

/**
 * Lists all keys of this deployment: those of the environment, then those that operators entered.
 * Only the last characters of each are shown.
 */
export async function listProviderKeys({
  config,
  database
}: Pick<Context, 'config' | 'database'>): Promise<{ items: ProviderKey[]; count: number }> {
  const given = Object.entries({ ...config.providers, ...config.mediaVendors }).flatMap(
    ([vendor, { baseURL, apiKeys }]) =>
      apiKeys.map((key): ProviderKey => {
        const last4 = lastCharacters(key)
        return {
          id: null,
          vendor,
          base_url: baseURL,
          last4,
          source: 'environment',
          added_by: null,
          created_at: null
        }
      })
  )
  const rows = await database.db
    .selectFrom('provider_key')
    .selectAll()
    .orderBy('created_at')
    .execute()
  const entered = rows.map(({ box: _, created_at, base_url, ...row }): ProviderKey => {
    const address = base_url || (defaultVendorAddress(config, row.vendor) ?? '')
    return {
      ...row,
      base_url: address,
      source: 'entered',
      created_at: new Date(created_at).toISOString()
    }
  })
  const items = [...given, ...entered]
  return { items, count: items.length }
}

/**
 * Stores a key that its vendor accepts. It is then used beside the others.
 * @throws Problem `bad_request` for a key that its vendor rejects or that exists already, or an
 * address where no vendor responds
 */
export async function addProviderKey(
  context: Needs,
  userId: string,
  { vendor, key, base_url }: NewProviderKey
): Promise<ProviderKey> {
  const base = addressOf(base_url)
  const baseURL = base || defaultVendorAddress(context.config, vendor)
  if (baseURL === null) {
    const issues = [{ field: 'base_url', code: 'required' }]
    throw new Problem('bad_request', {
      detail: `base_url: required for ${vendor}`,
      issues
    })
  }
  // A duplicate key is refused: it would add nothing, and running tasks find their vendor's address
  // by the key.
  if (context.keys.of(vendor).some(({ apiKey }) => apiKey === key))
    throw new Problem('bad_request', {
      detail: 'key: already exists',
      issues: [{ field: 'key', code: 'taken' }]
    })
  await requireGoodKey(context, vendor, { baseURL, apiKey: key })
  const row = {
    id: randomUUID(),
    vendor,
    base_url: base,
    box: context.secrets.seal(key),
    last4: lastCharacters(key),
    added_by: userId,
    created_at: context.clock.now()
  }
  await context.database.db.insertInto('provider_key').values(row).execute()
  await context.keys.reload()
  const { box: _, ...told } = row
  return {
    ...told,
    base_url: baseURL,
    source: 'entered',
    created_at: new Date(row.created_at).toISOString()
  }
}

/**
 * Deletes a key that an operator entered.
 * @throws Problem `not_found`
 */
export async function removeProviderKey({ database, keys }: Needs, id: string): Promise<void> {
  const { numDeletedRows } = await database.db
    .deleteFrom('provider_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw missing(id)
  await keys.reload()
}

/**
 * Asks the vendor whether it still accepts a key.
 * @throws Problem `not_found`
 */
export async function testProviderKey(context: Needs, id: string): Promise<KeyTest> {
  const row = await context.database.db
    .selectFrom('provider_key')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw missing(id)
  const baseURL = row.base_url || (defaultVendorAddress(context.config, row.vendor) ?? '')
  return testStoredKey(context, row.vendor, { baseURL, box: row.box })
}

function missing(id: string): Problem {
  return new Problem('not_found', { detail: `no key ${id}` })
}

/**
 * Returns the address without a trailing slash; empty if none is given.
 * @throws Problem `bad_request`
 */
function addressOf(text: string | undefined): string {
  if (text === undefined) return ''
  const url = URL.canParse(text) ? new URL(text) : null
  if (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password + url.search + url.hash === ''
  )
    return url.href.replace(/(?<!\/)\/+$/, '')
  throw new Problem('bad_request', {
    detail: 'base_url: must be an address like https://…',
    issues: [{ field: 'base_url', code: 'invalid' }]
  })
}
