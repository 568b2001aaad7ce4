import { isSandboxActive, type ChatRouting } from '#catalog/chat/provider.server.ts'
import type { ChatShelf } from '#catalog/chat/shelf.server.ts'
import { MEDIA_VENDORS } from '#core/vendor-names.ts'
import type { Context } from '#servers/lib/context.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'

type Needs = Pick<Context, 'config' | 'keys'>

/**
 * Collects what the catalogue needs to route a model to a vendor now.
 * @param shelf the deployment's models, for callers that need more than the vendor
 */
export function routingOf(
  { config: { sandbox, chatModels, stripe, manualPayment }, keys }: Needs,
  shelf?: ChatShelf
): ChatRouting {
  const isMedia = (name: string): boolean => MEDIA_VENDORS.some(each => each === name)
  const isChat = (name: string): boolean => !isMedia(name) || name === 'gemini'
  const names = keys.vendors()
  const providers = Object.fromEntries(names.filter(isChat).map(name => [name, keys.of(name)]))
  // With real payments on, the sandbox must not do the work.
  const isPaid = stripe?.live === true || manualPayment !== null
  return {
    sandbox,
    providers,
    others: names.some(isMedia) || isPaid,
    models: chatModels,
    ...(shelf && { shelf })
  }
}

/**
 * Selects the kind of fund that pays for work: sandbox money never pays a real vendor.
 * @param url of the call: work of a test host is done by the sandbox
 */
export function currentFund(context: Needs, url: URL): FundKind {
  return isSandboxActive(
    routingOf(context),
    Object.values(context.config.testHosts).includes(url.origin)
  )
    ? 'sandbox'
    : 'real'
}
