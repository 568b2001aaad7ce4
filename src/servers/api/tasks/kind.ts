import type { Json, MediaProvider, VendorConnection } from '#core/provider.ts'
import type { FieldValues } from '#core/condition.ts'
import type { Issue } from '#core/problem.ts'
import type { Action } from '#core/service.ts'
import type { OutputSource } from '#servers/api/tasks/earlier.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'

/**
 * An action of a service, as the task engine sees it. The engine knows nothing else of the
 * catalogue.
 */
export type TaskKind = {
  service: string
  action: string
  /**
   * Returns the name of the vendor for {@link TaskKinds.provider}, which stays valid after a
   * restart; or the fields because of which no vendor can do the call.
   */
  provider(values: FieldValues): string | readonly Issue[]
  fund: FundKind
  /** Milliseconds from the call to the end. */
  deadline: number
  /** Returns the price of all outputs in micro-credits. */
  price(values: Readonly<Record<string, Json>>): number
  /** Returns the number of outputs that the price includes. */
  outputs(values: Readonly<Record<string, Json>>): number
  envelope: Action['envelope']
  /** Fields that name earlier results, and the actions these may come from. */
  sources?: Readonly<Record<string, readonly OutputSource[]>>
  /** Fields of its outputs by whose values later tasks can refer to them. */
  names?: readonly string[]
  /** Lower maximum of number fields, where the vendor does less than the service declares. */
  most?: Readonly<Record<string, number>>
}

export type TaskProvider = { media: MediaProvider; upstream: Omit<VendorConnection, 'signal'> }

/** The catalogue, as the task engine needs it. */
export type TaskKinds = {
  /**
   * Reads a service that operators may have changed. Call this before the other methods, which then
   * know the service. They always know the services of the catalogue.
   */
  load(service: string): Promise<void>
  /**
   * Finds an action.
   * @param fund the kind of credits that pays; it decides who does the work
   * @returns null when nobody does it for these credits
   */
  find(service: string, action: string, fund: FundKind): TaskKind | null
  provider(name: string): TaskProvider | null
}
