import { z } from '@hono/zod-openapi'
import {
  changeModelSchema,
  newModelSchema,
  operatedModelSchema,
  operatedModelsSchema
} from '#contract/chat-model.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { listToolLosses } from '#servers/platform/services/tool-losses.ts'
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
  summary: 'List chat models, listed or hidden (operators)',
  who: 'operator',
  answer: operatedModelsSchema,
  handle: async ({ context }) => {
    const [models, losses] = await Promise.all([listModels(context), listToolLosses(context)])
    return { ...models, file: { ...models.file, losses: [...models.file.losses, ...losses] } }
  }
})

const getRoute = platformRoute({
  method: 'get',
  path: `${MODELS}/{id}`,
  summary: 'Get a chat model by name (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  answer: operatedModelSchema,
  handle: ({ context, input: { params } }) => getModel(context, params.id)
})

const addRoute = platformRoute({
  method: 'post',
  path: MODELS,
  summary: 'Add a custom chat model (operators)',
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
  summary: 'Update a chat model (operators)',
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
  summary: 'Reset a catalogue model, or delete a custom one (operators)',
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
