import type { Json, MediaProvider, Upstream } from '#core/provider.ts'
import type { FundKind } from '#servers/lib/database/tables.ts'

/** What the task engine must know of an action of a service; it knows nothing else of the catalogue. */
export type TaskKind = {
  service: string
  action: string
  /** Name under which {@link TaskKinds.provider} finds who does it, also after a restart. */
  provider: string
  fund: FundKind
  /** Milliseconds from the question to the end, whatever happens. */
  deadline: number
  /** Micro-credits for all outputs. */
  price(values: Readonly<Record<string, Json>>): number
  /** How many outputs the price is for. */
  outputs(values: Readonly<Record<string, Json>>): number
}

export type TaskProvider = { media: MediaProvider; upstream: Omit<Upstream, 'signal'> }

/** The catalogue as the engine sees it. */
export type TaskKinds = {
  find(service: string, action: string): TaskKind | null
  provider(name: string): TaskProvider | null
}

/** No service has tasks yet. */
export const NO_KINDS: TaskKinds = { find: () => null, provider: () => null }
