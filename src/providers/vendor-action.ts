import type { FieldValues } from '#core/condition.ts'
import type { ActionValues, Service } from '#core/service.ts'
import type { VendorAction, VendorRequest } from '#core/vendor.ts'
import type { VendorAnswer } from '#providers/vendor-media.ts'

/** The input of one action, with the types that the action declares. */
export type ActionInput<V> = {
  values: V
  earlier: Readonly<Record<string, readonly FieldValues[]>>
  attempt?: number
}

type TypedAction<V> = Omit<VendorAction, 'fields' | 'request' | 'outputs' | 'units' | 'alike'> & {
  fields: readonly Extract<keyof V, string>[]
  request(ask: ActionInput<V>): VendorRequest
  outputs(answer: VendorAnswer, asked: V): ReturnType<VendorAction['outputs']>
  units?(answer: VendorAnswer, asked: V): ReturnType<NonNullable<VendorAction['units']>>
  alike?(values: V): number
}

/**
 * Types a vendor's implementation of one declared action. It receives only values that this
 * declaration has validated.
 */
export function vendorAction<S extends Service, A extends keyof NonNullable<S['actions']>>(
  action: TypedAction<ActionValues<S, A>>
): VendorAction {
  return action as unknown as VendorAction
}
