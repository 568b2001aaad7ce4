import { makerOf, servedByMaker, type ServedChat } from '#catalog/chat/provider.server.ts'
import type { ChatModel } from '#core/chat.ts'
import { Problem } from '#core/problem.ts'
import { mayBringKeys } from '#core/switches.ts'
import { CHAT_ADDRESSES } from '#servers/config-chat.ts'
import type { Context } from '#servers/lib/context.ts'

type Needs = Pick<Context, 'database' | 'secrets' | 'terms'>

/**
 * Is a person's own key taken at all of these sites?
 * @param sites of a call; none is the first site
 */
export async function ownKeysAllowed({ terms }: Pick<Context, 'terms'>, sites: readonly string[]): Promise<boolean> {
  const all = await Promise.all((sites.length === 0 ? [''] : sites).map(site => terms.of(site)))
  return all.every(mayBringKeys)
}

/** The vendors that a person has a key of their own for. */
export async function ownVendors({ database }: Pick<Context, 'database'>, userId: string): Promise<string[]> {
  if (userId === '') return []
  const rows = await database.db.selectFrom('own_key').select('vendor').where('user_id', '=', userId).execute()
  return rows.map(({ vendor }) => vendor)
}

/**
 * Who answers a person's question with the key that they keep for the maker of the model.
 * @param sites of the call
 * @returns null where they have none, or may not use it here. @throws Problem `api_error` when it cannot be opened: nobody else's is taken
 */
export async function servedByOwnKey(
  context: Needs,
  userId: string,
  sites: readonly string[],
  model: ChatModel
): Promise<ServedChat | null> {
  if (!(await ownKeysAllowed(context, sites))) return null
  const maker = makerOf(model)
  const keys = context.database.db.selectFrom('own_key').select('box').where('user_id', '=', userId)
  const kept = await keys.where('vendor', '=', maker).executeTakeFirst()
  return kept === undefined ? null : servedByMaker(model, { baseURL: CHAT_ADDRESSES[maker], apiKey: opened(context, kept.box) })
}

function opened({ secrets }: Needs, box: string): string {
  try {
    return secrets.open(box)
  } catch (cause) {
    throw new Problem('api_error', { detail: 'your own key cannot be opened any more: enter it again, or remove it', cause })
  }
}
