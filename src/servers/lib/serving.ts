import type { Config } from '#servers/config.ts'
import type { FundKind } from '#servers/lib/database/tables.ts'

/** Does the sandbox do the work here? It gives way as soon as one real provider is configured. */
export function sandboxServes(config: Pick<Config, 'sandbox' | 'providers'>): boolean {
  return config.sandbox === 'auto' && Object.keys(config.providers).length === 0
}

/** The kind of money that work is paid with here: sandbox money never pays a real provider. */
export function currentFund(config: Pick<Config, 'sandbox' | 'providers'>): FundKind {
  return sandboxServes(config) ? 'sandbox' : 'real'
}
