import { z } from '@hono/zod-openapi'
import { chat } from '#catalog/chat/service.ts'
import { retiredPredecessors } from '#catalog/chat/shelf.server.ts'
import { releaseTime } from '#catalog/model-dates.ts'
import { toolReleaseDay } from '#catalog/tool-dates.ts'
import { openaiModelSchema, openaiModelsSchema, type OpenaiModel } from '#contract/openai.ts'
import { Problem } from '#core/problem.ts'
import { microToCredits } from '#core/money.ts'
import { describeModel } from '#servers/api/chat/describe.ts'
import { offeredModels } from '#servers/api/chat/offered.ts'
import { apiRoute, type ApiContext } from '#servers/api/context.ts'
import { retiredImageNames } from '#servers/api/v1/image-models.ts'
import { offeredImages } from '#servers/api/v1/offered-images.ts'
import { readShelf } from '#servers/lib/chat-shelf.ts'
import { paysFor } from '#servers/lib/credential.ts'
import type { RouteCall } from '#servers/lib/route.ts'

const listRoute = apiRoute({
  method: 'get',
  path: '/v1/models',
  summary: 'List models in OpenAI format',
  who: 'credential',
  answer: openaiModelsSchema,
  handle: async call => ({
    object: 'list',
    data: (await modelsFor(call)).filter(({ becomes }) => becomes === undefined)
  })
})

const modelRoute = apiRoute({
  method: 'get',
  path: '/v1/models/{model}',
  summary: 'Get a model in OpenAI format',
  who: 'credential',
  params: z.object({ model: z.string().min(1).max(100) }),
  answer: openaiModelSchema,
  handle: async call => {
    const { model } = call.input.params
    const found = (await modelsFor(call, true)).find(({ id }) => id === model)
    if (found === undefined)
      throw new Problem('bad_request', {
        detail: `there is no model "${model}"`,
        issues: [{ field: 'model', code: 'not_allowed' }]
      })
    return found
  }
})

export const modelRoutes = [listRoute, modelRoute] as const

/**
 * Finds all models that a caller can name, also retired names, which lists leave out.
 * @param hidden includes models that the operator hides, since they answer too
 */
async function modelsFor(
  call: Omit<RouteCall<ApiContext, 'credential', unknown>, 'input'>,
  hidden = false
): Promise<OpenaiModel[]> {
  const { context, credential } = call
  const chats = paysFor(credential, chat) ? await offeredModels(context, call, hidden) : []
  const images = await offeredImages(call)
  const living = chats.filter(({ becomes }) => becomes === undefined)
  const known = [...living, ...retiredPredecessors(await readShelf(context), living)].map(
    model => ({
      ...toModel(model.name, model.group, model.since),
      name: model.label,
      description: describeModel(model, call.locale),
      ...(model.context !== undefined && { context_length: model.context }),
      price: {
        input: microToCredits(model.price.input),
        output: microToCredits(model.price.output)
      },
      ...(model.becomes !== undefined && { becomes: model.becomes })
    })
  )
  return [
    ...known,
    ...images.flatMap(each => {
      const entry = (name: string): OpenaiModel =>
        toModel(name, each.service.id, toolReleaseDay(each.service.id, name))
      const retired = retiredImageNames(each)
      return [entry(each.model), ...retired.map(name => ({ ...entry(name), becomes: each.model }))]
    })
  ]
}

function toModel(id: string, owner: string, since: string | undefined): OpenaiModel {
  return { id, object: 'model', created: releaseTime(since), owned_by: owner }
}
