import type { OperatedService } from '#contract/own-service.ts'
import type { Json } from '#core/json.ts'
import { json } from './studio.ts'
import type { VendorWorld } from './vendor-world.ts'

type Refused = { error: { issues?: { field: string; code: string }[] } }

/** Calls for an operator's own tools, by the operator of a world. */
export type OwnTools = {
  call(method: string, path?: string, body?: object): Promise<Response>
  /** Creates a tool from a schema, and puts it on sale. */
  sell(document: Json, change?: object): Promise<OperatedService>
  change(id: string, change: object): Promise<OperatedService>
  /** Returns the status of a refused change, and each field with its reason. */
  refused(id: string, change: object): Promise<unknown[]>
}

export function ownToolsOf(world: VendorWorld): OwnTools {
  const call: OwnTools['call'] = (method, path = '', body) =>
    world.studio.call(`/api/v1/operation/own-services${path}`, {
      method,
      token: world.ada.token.access_token,
      ...(body !== undefined && { json: body })
    })
  const change: OwnTools['change'] = (id, body) => json(call('PUT', `/${id}`, body))
  return {
    call,
    change,
    async sell(document, more = {}) {
      const schema = JSON.stringify(document)
      const { id } = await json<OperatedService>(call('POST', '', { schema }))
      return change(id, { enabled: true, ...more })
    },
    async refused(id, body) {
      const answer = await call('PUT', `/${id}`, body)
      const { error } = (await answer.json()) as Refused
      return [answer.status, ...(error.issues ?? []).map(({ field, code }) => `${field} ${code}`)]
    }
  }
}
