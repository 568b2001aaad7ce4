import { makerOf, makerBackend, type ChatBackend } from '#catalog/chat/provider.server.ts'
import type { ChatModel } from '#core/chat.ts'
import { OWN_KEY_VENDORS } from '#core/chat-vendors.ts'
import { Problem } from '#core/problem.ts'
import { mayBringKeys } from '#core/switches.ts'
import { CHAT_ADDRESSES } from '#servers/config-chat.ts'
import type { Context } from '#servers/lib/context.ts'

type Needs = Pick<Context, 'database' | 'secrets' | 'terms'>

/**
 * Tells whether all of these sites allow users' own keys.
 * @param sites of a call; an empty list means the first site
 */
export async function ownKeysAllowed(
  { terms }: Pick<Context, 'terms'>,
  sites: readonly string[]
): Promise<boolean> {
  const all = await Promise.all((sites.length === 0 ? [''] : sites).map(site => terms.of(site)))
  return all.every(mayBringKeys)
}

/** Lists the vendors that a user has their own key for. */
export async function ownVendors(
  { database }: Pick<Context, 'database'>,
  userId: string
): Promise<string[]> {
  if (userId === '') return []
  const rows = await database.db
    .selectFrom('own_key')
    .select('vendor')
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ vendor }) => vendor)
}

/**
 * Finds the vendor for a user's question, with the user's own key for the maker of the model.
 * @param sites of the call
 * @returns null where they have no key, or may not use it here
 * @throws Problem `api_error` when the key cannot be decrypted: no other key is used instead
 */
export async function findOwnKeyVendor(
  context: Needs,
  userId: string,
  sites: readonly string[],
  model: ChatModel
): Promise<ChatBackend | null> {
  if (!(await ownKeysAllowed(context, sites))) return null
  const vendor = OWN_KEY_VENDORS.find(each => each === makerOf(model))
  if (vendor === undefined) return null
  const keys = context.database.db.selectFrom('own_key').select('box').where('user_id', '=', userId)
  const kept = await keys.where('vendor', '=', vendor).executeTakeFirst()
  return kept === undefined
    ? null
    : makerBackend(model, { baseURL: CHAT_ADDRESSES[vendor], apiKey: opened(context, kept.box) })
}

function opened({ secrets }: Needs, box: string): string {
  try {
    return secrets.open(box)
  } catch (cause) {
    throw new Problem('api_error', {
      detail: 'your own key cannot be opened: enter it again or remove it',
      cause
    })
  }
}
