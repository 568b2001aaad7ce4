import { isSandboxed, type ChatRouting } from '#catalog/chat/provider.server.ts'
import type { Config } from '#servers/config.ts'
import type { FundKind } from '#servers/lib/database/tables.ts'

/** What the catalogue needs of a configuration to find who serves a model. */
export function routingOf({ sandbox, providers, chatModels }: Config): ChatRouting {
  return { sandbox, providers, models: chatModels }
}

/**
 * The kind of money that work is paid with: sandbox money never pays a real provider.
 * @param url where the call came in: a test host's work is the sandbox's
 */
export function currentFund(config: Config, url: URL): FundKind {
  return isSandboxed(routingOf(config), Object.values(config.testHosts).includes(url.origin)) ? 'sandbox' : 'real'
}
