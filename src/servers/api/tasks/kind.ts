import type { Json, MediaProvider, Upstream } from '#core/provider.ts'
import type { Values } from '#core/condition.ts'
import type { Issue } from '#core/problem.ts'
import type { Action } from '#core/service.ts'
import type { Source } from '#servers/api/tasks/earlier.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'

/**
 * An action of a service, as the task engine sees it. The engine knows nothing else of the
 * catalogue.
 */
export type TaskKind = {
  service: string
  action: string
  /**
   * Returns the name under which {@link TaskKinds.provider} finds the vendor, also after a restart;
   * or, by field, why no vendor can do it.
   */
  provider(values: Values): string | readonly Issue[]
  fund: FundKind
  /** Milliseconds from the call to the end. */
  deadline: number
  /** Returns the price of all outputs in micro-credits. */
  price(values: Readonly<Record<string, Json>>): number
  /** Returns the number of outputs that the price includes. */
  outputs(values: Readonly<Record<string, Json>>): number
  envelope: Action['envelope']
  /** Fields that name earlier results, and the actions these may come from. */
  sources?: Readonly<Record<string, readonly Source[]>>
  /** Values of its outputs by which later tasks may name them. */
  names?: readonly string[]
  /** Lower maximum of number fields, where the vendor does less than the service declares. */
  most?: Readonly<Record<string, number>>
}

export type TaskProvider = { media: MediaProvider; upstream: Omit<Upstream, 'signal'> }

/** The catalogue, as the task engine needs it. */
export type TaskKinds = {
  /**
   * Reads a service that operators may have changed. The other methods know it from then on; those
   * of the catalogue they always know.
   */
  load(service: string): Promise<void>
  /**
   * @param fund the credits that pay decide who does the work
   * @returns null when nobody does it for these credits
   */
  find(service: string, action: string, fund: FundKind): TaskKind | null
  provider(name: string): TaskProvider | null
}
