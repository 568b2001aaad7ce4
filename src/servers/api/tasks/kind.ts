import type { Json, MediaProvider, Upstream } from '#core/provider.ts'
import type { Values } from '#core/condition.ts'
import type { Issue } from '#core/problem.ts'
import type { Action } from '#core/service.ts'
import type { Source } from '#servers/api/tasks/earlier.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'

/** What the task engine must know of an action of a service; it knows nothing else of the catalogue. */
export type TaskKind = {
  service: string
  action: string
  /**
   * Name under which {@link TaskKinds.provider} finds who does it, also after a restart; or why nobody can who does it else,
   * by field.
   */
  provider(values: Values): string | readonly Issue[]
  fund: FundKind
  /** Milliseconds from the question to the end, whatever happens. */
  deadline: number
  /** Micro-credits for all outputs. */
  price(values: Readonly<Record<string, Json>>): number
  /** How many outputs the price is for. */
  outputs(values: Readonly<Record<string, Json>>): number
  envelope: Action['envelope']
  /** Fields that name results of earlier tasks, and where these may be from. */
  sources?: Readonly<Record<string, readonly Source[]>>
  /** Values of its outputs by which later tasks may name them. */
  names?: readonly string[]
  /** What is done of a number at most where more may be asked for. */
  most?: Readonly<Record<string, number>>
}

export type TaskProvider = { media: MediaProvider; upstream: Omit<Upstream, 'signal'> }

/** The catalogue as the engine sees it. */
export type TaskKinds = {
  /** @param fund the money that is to pay: it decides who does the work; null where nobody does it for that */
  find(service: string, action: string, fund: FundKind): TaskKind | null
  provider(name: string): TaskProvider | null
}
