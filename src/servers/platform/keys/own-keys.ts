import type { KeyTest, OwnKey } from '#contract/provider-key.ts'
import { OWN_KEY_VENDORS, type OwnKeyVendor } from '#core/chat-vendors.ts'
import { Problem } from '#core/problem.ts'
import { CHAT_ADDRESSES } from '#servers/config-chat.ts'
import type { Context } from '#servers/lib/context.ts'
import { ownKeysAllowed } from '#servers/lib/own-keys.ts'
import { lastCharacters, requireGoodKey, testStoredKey } from '#servers/lib/try-key.ts'

type Needs = Pick<Context, 'database' | 'clock' | 'secrets' | 'terms' | 'fetch'>

/** Lists a user's own keys. Only the last characters of each are shown. */
export async function listOwnKeys(
  { database }: Pick<Context, 'database'>,
  userId: string
): Promise<{ items: OwnKey[]; count: number }> {
  const rows = await database.db
    .selectFrom('own_key')
    .select(['vendor', 'last4', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('vendor')
    .execute()
  const items = rows.flatMap(({ vendor, last4, created_at }) => {
    const known = OWN_KEY_VENDORS.find(name => name === vendor)
    return known === undefined
      ? []
      : [{ vendor: known, last4, created_at: new Date(created_at).toISOString() }]
  })
  return { items, count: items.length }
}

/**
 * Stores a user's key after its vendor accepts it, and replaces the earlier one.
 * @param sites the sites of the call; each must let users bring keys
 * @throws Problem `forbidden`; `bad_request` for a key that the vendor rejects
 */
export async function saveOwnKey(
  context: Needs,
  { userId, sites }: { userId: string; sites: readonly string[] },
  vendor: OwnKeyVendor,
  key: string
): Promise<OwnKey> {
  if (!(await ownKeysAllowed(context, sites))) {
    const issues = [{ field: 'own_keys', code: 'switched_off' }]
    throw new Problem('forbidden', {
      detail: 'this site does not allow users’ own API keys',
      issues
    })
  }
  await requireGoodKey(context, vendor, { baseURL: CHAT_ADDRESSES[vendor], apiKey: key })
  const created_at = context.clock.now()
  const kept = { box: context.secrets.seal(key), last4: lastCharacters(key), created_at }
  await context.database.db
    .insertInto('own_key')
    .values({ user_id: userId, vendor, ...kept })
    .onConflict(conflict => conflict.columns(['user_id', 'vendor']).doUpdateSet(kept))
    .execute()
  return { vendor, last4: kept.last4, created_at: new Date(created_at).toISOString() }
}

/**
 * Deletes a user's key. Credits pay for their questions again.
 * @throws Problem `not_found`
 */
export async function removeOwnKey(
  { database }: Needs,
  userId: string,
  vendor: OwnKeyVendor
): Promise<void> {
  const gone = await database.db
    .deleteFrom('own_key')
    .where('user_id', '=', userId)
    .where('vendor', '=', vendor)
    .executeTakeFirstOrThrow()
  if (gone.numDeletedRows === 0n) throw missing(vendor)
}

/**
 * Asks the vendor whether it still accepts the key.
 * @throws Problem `not_found`
 */
export async function testOwnKey(
  context: Needs,
  userId: string,
  vendor: OwnKeyVendor
): Promise<KeyTest> {
  const keys = context.database.db.selectFrom('own_key').select('box').where('user_id', '=', userId)
  const row = await keys.where('vendor', '=', vendor).executeTakeFirst()
  if (row === undefined) throw missing(vendor)
  return testStoredKey(context, vendor, { baseURL: CHAT_ADDRESSES[vendor], box: row.box })
}

function missing(vendor: string): Problem {
  return new Problem('not_found', { detail: `you have no API key for ${vendor}` })
}
