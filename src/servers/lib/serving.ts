import { isSandboxed, type ChatRouting } from '#catalog/chat/provider.server.ts'
import type { ChatShelf } from '#catalog/chat/shelf.server.ts'
import type { Context } from '#servers/lib/context.ts'
import type { FundKind } from '#servers/lib/database/tables.ts'
import { MEDIA_VENDORS } from '#servers/config-providers.ts'

type Needs = Pick<Context, 'config' | 'keys'>

/**
 * What the catalogue needs of a deployment to find who serves a model now.
 * @param shelf the deployment's models, where more is asked than who does the work
 */
export function routingOf({ config: { sandbox, chatModels, stripe, manualPayment }, keys }: Needs, shelf?: ChatShelf): ChatRouting {
  const isMedia = (name: string): boolean => MEDIA_VENDORS.some(each => each === name)
  const names = keys.vendors()
  const providers = Object.fromEntries(names.filter(name => !isMedia(name)).map(name => [name, keys.of(name)]))
  // Nobody pays real money for what the sandbox makes.
  const isPaid = stripe?.live === true || manualPayment !== null
  return { sandbox, providers, others: names.some(isMedia) || isPaid, models: chatModels, ...(shelf && { shelf }) }
}

/**
 * The kind of money that work is paid with: sandbox money never pays a real provider.
 * @param url where the call came in: a test host's work is the sandbox's
 */
export function currentFund(context: Needs, url: URL): FundKind {
  return isSandboxed(routingOf(context), Object.values(context.config.testHosts).includes(url.origin)) ? 'sandbox' : 'real'
}
