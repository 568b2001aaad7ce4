import { servedModels } from '#catalog/chat/provider.server.ts'
import { chat as service } from '#catalog/chat/service.ts'
import type { ChatModel } from '#core/chat.ts'
import { isServiceOffered } from '#core/switches.ts'
import { readShelf } from '#servers/lib/chat-shelf.ts'
import type { Context } from '#servers/lib/context.ts'
import { ownKeysAllowed, ownVendors } from '#servers/lib/own-keys.ts'
import { routingOf } from '#servers/lib/serving.ts'
import { findCallSites } from '#servers/lib/site-terms.ts'

type Asked = Parameters<typeof findCallSites>[1] & { userId: string }

/**
 * Lists the chat models that a provider serves to this caller and that all sites of the call offer.
 * @param hidden as for `servedModels`
 */
export async function offeredModels(
  context: Context,
  asked: Asked,
  hidden = false
): Promise<ChatModel[]> {
  const { config, terms } = context
  const sites = await findCallSites(context, asked)
  const offered = await terms.offer(sites)
  const own = (await ownKeysAllowed(context, sites)) ? await ownVendors(context, asked.userId) : []
  const served = servedModels(
    routingOf(context, await readShelf(context)),
    asked.url.origin === config.testHosts.api,
    own,
    hidden
  )
  return served.filter(model => isServiceOffered(offered, service.id, model.group))
}
