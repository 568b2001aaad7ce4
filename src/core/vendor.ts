import { holds, isGiven, type Condition, type Values } from '#core/condition.ts'
import type { Json } from '#core/json.ts'
import type { Issue } from '#core/problem.ts'
import type { MediaOutput, Submission } from '#core/provider.ts'
import type { Action } from '#core/service.ts'

/** What is asked of a vendor: values by the catalogue's names, with addresses that the vendor can read. */
export type VendorAsk = Pick<Submission, 'action' | 'values' | 'earlier'> & {
  /** From 1; more where what was made before was not good enough. */
  attempt?: number
}

/** One call that hands work over: where below the vendor's address, and with what. */
export type VendorRequest = { path: string; body: Readonly<Record<string, Json>> }

/** What a review looks with. */
export type VendorEyes = {
  /** The bytes of a file that an answer names. @param most bytes @throws Problem where they cannot be had */
  read(address: string, most: number): Promise<Uint8Array>
  /** What the code in a picture says; null where a scanner finds none. */
  readCode(picture: Uint8Array): Promise<string | null>
}

/** A look at what was made, for work that often goes wrong. */
export type VendorReview = {
  /** How often it is asked for at most. */
  attempts: number
  /** Is it good enough? @param asked as of {@link VendorAction.outputs} */
  passes(answer: Readonly<Record<string, Json>>, asked: Values, eyes: VendorEyes): Promise<boolean>
}

/** How a vendor does one action of a service: a pure translation, kept in the service's folder. */
export type VendorAction = {
  /** The vendor's names of all models that it is asked for, of a vendor that lists its models. */
  models?: readonly string[]
  /** Fields that it understands. Any other that is given and is not its default is refused before anything is charged. */
  fields: readonly string[]
  /** What it cannot do of what the action can; `field` is where that is said. With `most`, only where that is a list of more. */
  cannot?: readonly { when: Condition; field: string; most?: number }[]
  /** Fields in which something is said, by words that no condition knows, that it cannot do. */
  cannotSay?(values: Values): string[]
  /** Files of earlier results that it must be able to read: which of their values, by the field that names the result. */
  reads?: Readonly<Record<string, readonly string[]>>
  /** How many requests alike make all outputs, of a vendor that makes one at a time; one when not given. */
  alike?(values: Values): number
  request(ask: VendorAsk): VendorRequest
  /**
   * @param answer what the vendor said at the end
   * @param asked the values that it was asked with; files are not among them
   * @throws Problem where what was made is nothing, such as a picture that the vendor blackened
   */
  outputs(answer: Readonly<Record<string, Json>>, asked: Values): MediaOutput[]
  review?: VendorReview
}

/** By verb. */
export type VendorService = Readonly<Record<string, VendorAction>>

/** Why a vendor cannot do what is asked; nothing when it can. */
export function refusals(
  { fields }: Pick<Action, 'fields'>,
  vendor: Pick<VendorAction, 'fields' | 'cannot' | 'cannotSay'>,
  values: Values
): Issue[] {
  const foreign = Object.entries(values).filter(([name, value]) => {
    const field = fields[name]
    const own = field !== undefined && 'default' in field ? field.default : undefined
    return field !== undefined && isGiven(value) && value !== own && !vendor.fields.includes(name)
  })
  const impossible = (vendor.cannot ?? []).filter(({ when, field, most = -1 }) => holds(when, values) && lengthOf(values[field]) > most)
  const names = new Set([...foreign.map(([name]) => name), ...impossible.map(({ field }) => field), ...(vendor.cannotSay?.(values) ?? [])])
  return [...names].map(field => ({ field, code: 'not_allowed' }))
}

function lengthOf(value: Json | undefined): number {
  return Array.isArray(value) ? value.length : 0
}
