import { z } from '@hono/zod-openapi'
import {
  changeModelSchema,
  newModelSchema,
  operatedModelSchema,
  operatedModelsSchema
} from '#contract/chat-model.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import {
  addModel,
  changeModel,
  getModel,
  listModels,
  resetModel
} from '#servers/platform/chat-models/models.ts'

const MODELS = '/api/v1/operation/chat-models'
const byId = z.object({ id: z.string().min(1).max(64) })

const listRoute = platformRoute({
  method: 'get',
  path: MODELS,
  summary: 'All chat models, listed or hidden, in their order (operators)',
  who: 'operator',
  answer: operatedModelsSchema,
  handle: ({ context }) => listModels(context)
})

const getRoute = platformRoute({
  method: 'get',
  path: `${MODELS}/{id}`,
  summary: 'One chat model by its name (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  answer: operatedModelSchema,
  handle: ({ context, input: { params } }) => getModel(context, params.id)
})

const addRoute = platformRoute({
  method: 'post',
  path: MODELS,
  summary: 'Add a chat model of your own (operators)',
  who: 'operator',
  once: 'answer',
  body: newModelSchema,
  answer: operatedModelSchema,
  example: {
    name: 'my-llama',
    route: { provider: 'openai', model: 'llama3.2' },
    price: { input: 0, output: 0 }
  },
  handle: ({ context, input: { body } }) => addModel(context, body)
})

const changeRoute = platformRoute({
  method: 'put',
  path: `${MODELS}/{id}`,
  summary: 'Hide, order, rename and price a chat model (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  body: changeModelSchema,
  answer: operatedModelSchema,
  example: { enabled: false },
  handle: ({ context, input: { params, body } }) => changeModel(context, params.id, body)
})

const resetRoute = platformRoute({
  method: 'delete',
  path: `${MODELS}/{id}`,
  summary: 'Put a chat model back as the catalogue has it, or remove one of your own (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  answer: z.null(),
  status: 204,
  handle: ({ context, input: { params } }) => resetModel(context, params.id)
})

/** Routes for the chat models that users can choose. */
export const chatModelRoutes: readonly AnyRoute[] = [
  listRoute,
  getRoute,
  addRoute,
  changeRoute,
  resetRoute
]
