import { z } from '@hono/zod-openapi'
import { listSchema } from '#contract/list.ts'
import {
  ownKeyParams,
  keyTestSchema,
  newOwnKeySchema,
  newProviderKeySchema,
  ownKeySchema,
  providerKeySchema
} from '#contract/provider-key.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { findCallSites } from '#servers/lib/site-terms.ts'
import { platformRoute } from '#servers/platform/context.ts'
import {
  saveOwnKey,
  listOwnKeys,
  removeOwnKey,
  testOwnKey
} from '#servers/platform/keys/own-keys.ts'
import {
  addProviderKey,
  listProviderKeys,
  removeProviderKey,
  testProviderKey
} from '#servers/platform/keys/provider-keys.ts'

const KEYS = '/api/v1/provider-keys'
const OWN = '/api/v1/own-keys'
const byId = z.object({ id: z.string().min(1).max(64) })

const listRoute = platformRoute({
  method: 'get',
  path: KEYS,
  summary: 'List provider keys, shown by their last characters (operators)',
  who: 'operator',
  answer: listSchema(providerKeySchema),
  handle: ({ context }) => listProviderKeys(context)
})

const addRoute = platformRoute({
  method: 'post',
  path: KEYS,
  summary: 'Add a provider key that the vendor accepts (operators)',
  who: 'operator',
  body: newProviderKeySchema,
  answer: providerKeySchema,
  limit: 'token',
  example: { vendor: 'openai', key: 'sk-not-a-real-key' },
  handle: ({ context, userId, input: { body } }) => addProviderKey(context, userId, body)
})

const removeRoute = platformRoute({
  method: 'delete',
  path: `${KEYS}/{id}`,
  summary: 'Delete a provider key (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  answer: z.null(),
  status: 204,
  handle: ({ context, input: { params } }) => removeProviderKey(context, params.id)
})

const testRoute = platformRoute({
  method: 'post',
  path: `${KEYS}/{id}/test`,
  summary: 'Test a provider key (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  answer: keyTestSchema,
  limit: 'token',
  handle: ({ context, input: { params } }) => testProviderKey(context, params.id)
})

const listOwnRoute = platformRoute({
  method: 'get',
  path: OWN,
  summary: 'List your own provider keys, shown by their last characters',
  who: 'person',
  answer: listSchema(ownKeySchema),
  handle: ({ context, userId }) => listOwnKeys(context, userId)
})

const keepOwnRoute = platformRoute({
  method: 'put',
  path: `${OWN}/{vendor}`,
  summary: 'Add your own provider key; chats with it cost no credits',
  who: 'person',
  params: ownKeyParams,
  body: newOwnKeySchema,
  answer: ownKeySchema,
  limit: 'token',
  example: { key: 'sk-not-a-real-key' },
  handle: async call => {
    const { context, userId, input } = call
    const sites = await findCallSites(context, call)
    return saveOwnKey(context, { userId, sites }, input.params.vendor, input.body.key)
  }
})

const removeOwnRoute = platformRoute({
  method: 'delete',
  path: `${OWN}/{vendor}`,
  summary: 'Delete your own provider key',
  who: 'person',
  params: ownKeyParams,
  answer: z.null(),
  status: 204,
  handle: ({ context, userId, input: { params } }) => removeOwnKey(context, userId, params.vendor)
})

const testOwnRoute = platformRoute({
  method: 'post',
  path: `${OWN}/{vendor}/test`,
  summary: 'Test your own provider key',
  who: 'person',
  params: ownKeyParams,
  answer: keyTestSchema,
  limit: 'token',
  handle: ({ context, userId, input: { params } }) => testOwnKey(context, userId, params.vendor)
})

/** Routes for vendor keys: those of the deployment, and users' own. */
export const keyRoutes: readonly AnyRoute[] = [
  listRoute,
  addRoute,
  removeRoute,
  testRoute,
  listOwnRoute,
  keepOwnRoute,
  removeOwnRoute,
  testOwnRoute
]
