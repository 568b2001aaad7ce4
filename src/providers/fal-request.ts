import type { EndpointTypeMap } from '@fal-ai/client/endpoints'
import type { Values } from '#core/condition.ts'
import type { Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { VendorAction, VendorRequest } from '#core/vendor.ts'
import type { ActionValues, Service } from '#core/service.ts'
import { sandboxId } from '#providers/sandbox.ts'
import type { VendorAnswer } from '#providers/vendor-media.ts'

export type FalEndpoint = keyof EndpointTypeMap
export type FalInput<E extends FalEndpoint> = EndpointTypeMap[E]['input']

/** One call of one endpoint of fal's, with the inputs that its own declaration knows; what is undefined does not go. */
export function falRequest<E extends FalEndpoint>(path: E, input: { [K in keyof FalInput<E>]: FalInput<E>[K] | undefined }): VendorRequest {
  const body = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Record<string, Json>
  return { path, body }
}

/** What is asked of an action, with the types of its declaration. */
export type AskOf<V> = { values: V; earlier: Readonly<Record<string, readonly Values[]>>; attempt?: number }

type TypedAction<V> = Omit<VendorAction, 'fields' | 'request' | 'outputs' | 'alike'> & {
  fields: readonly Extract<keyof V, string>[]
  request(ask: AskOf<V>): VendorRequest
  outputs(answer: VendorAnswer, asked: V): ReturnType<VendorAction['outputs']>
  alike?(values: V): number
}

/** How fal does one declared action. Only values that were read by that declaration get to it. */
export function falAction<S extends Service, A extends keyof NonNullable<S['actions']>>(
  action: TypedAction<ActionValues<S, A>>
): VendorAction {
  return action as unknown as VendorAction
}

/** A file that an answer names. @throws Problem where it names none */
export function fileIn(answer: VendorAnswer, name: string): VendorAnswer & { url: string } {
  const [file] = filesIn(answer, name)
  if (file === undefined) throw new Problem('api_error', { detail: `the vendor delivered no ${name}` })
  return file
}

/** Every file of a list that an answer names, or its only one. */
export function filesIn(answer: VendorAnswer, name: string): (VendorAnswer & { url: string })[] {
  return [answer[name] ?? []].flat().filter(isFile)
}

/** A name for what was made, by which later tasks may name it: it follows from its address. */
export function idOf({ url }: { url: string }): string {
  return sandboxId(url)
}

/** The file of an earlier result, made readable. @throws Problem `bad_request` when that was deleted meanwhile */
export function earlierFile(earlier: AskOf<Values>['earlier'], field: string, name: string): string {
  const file = earlier[field]?.[0]?.[name]
  if (typeof file === 'string' && file !== '') return file
  throw new Problem('bad_request', { detail: 'the earlier result was deleted' })
}

/** A number of an answer under this name, where there is one. */
export function numbered(name: string, value: Json | undefined): Record<string, number> {
  return typeof value === 'number' ? { [name]: value } : {}
}

function isFile(value: Json): value is VendorAnswer & { url: string } & Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && typeof value['url'] === 'string'
}
