import { z } from '@hono/zod-openapi'
import {
  changeCredentialSchema,
  credentialQuery,
  credentialSchema,
  newCredentialSchema
} from '#contract/credential.ts'
import { listSchema } from '#contract/list.ts'
import { EXAMPLE_HUB, EXAMPLE_ID } from '#core/example.ts'
import type { AnyRoute, OwnedRowField } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import {
  changeCredential,
  deleteCredential,
  rotateCredential
} from '#servers/platform/credentials/changes.ts'
import {
  createCredential,
  getCredential,
  listCredentials
} from '#servers/platform/credentials/credentials.ts'

const CREDENTIALS = '/api/v1/credentials'
const byId = z.object({ id: z.string().min(1).max(64) })
const own: readonly OwnedRowField[] = [{ noun: 'credential', in: 'params', field: 'id' }]

const listRoute = platformRoute({
  method: 'get',
  path: CREDENTIALS,
  summary: 'List credentials',
  who: 'person',
  rows: [{ noun: 'application', in: 'query', field: 'application_id' }],
  query: credentialQuery,
  answer: listSchema(credentialSchema),
  handle: ({ context, userId, input: { query } }) => listCredentials(context, userId, query, query)
})

const getRoute = platformRoute({
  method: 'get',
  path: `${CREDENTIALS}/{id}`,
  summary: 'Get a credential',
  who: 'person',
  rows: own,
  params: byId,
  answer: credentialSchema,
  handle: ({ context, input: { params } }) => getCredential(context, params.id)
})

const createRoute = platformRoute({
  method: 'post',
  path: CREDENTIALS,
  summary: 'Get the credential of an application for an origin, or create a named key',
  who: 'person',
  rows: [{ noun: 'application', in: 'body', field: 'application_id' }],
  once: 'answer',
  body: newCredentialSchema,
  answer: credentialSchema,
  example: { application_id: EXAMPLE_ID, host: EXAMPLE_HUB },
  handle: ({ context, userId, input: { body } }) => createCredential(context, userId, body)
})

const changeRoute = platformRoute({
  method: 'put',
  path: `${CREDENTIALS}/{id}`,
  summary: 'Update a credential',
  who: 'person',
  rows: own,
  params: byId,
  body: changeCredentialSchema,
  answer: credentialSchema,
  example: { name: 'Laptop', limited_amount: 2.5, expired_at: null },
  handle: ({ context, input: { params, body } }) => changeCredential(context, params.id, body)
})

const rotateRoute = platformRoute({
  method: 'post',
  path: `${CREDENTIALS}/{id}/rotate`,
  summary: 'Replace the token of a credential',
  who: 'person',
  rows: own,
  once: 'answer',
  params: byId,
  answer: credentialSchema,
  handle: ({ context, input: { params } }) => rotateCredential(context, params.id)
})

const deleteRoute = platformRoute({
  method: 'delete',
  path: `${CREDENTIALS}/{id}`,
  summary: 'Delete a credential',
  who: 'person',
  rows: own,
  params: byId,
  answer: 'text/plain',
  status: 204,
  handle: ({ context, input: { params } }) => deleteCredential(context, params.id)
})

/** Routes for credentials, the tokens with which clients call the generation API. */
export const credentialRoutes: readonly AnyRoute[] = [
  listRoute,
  getRoute,
  createRoute,
  changeRoute,
  rotateRoute,
  deleteRoute
]
