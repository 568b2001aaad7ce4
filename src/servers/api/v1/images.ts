import { imageRequest, imagesSchema, type ImageRequest, type Images } from '#contract/openai.ts'
import { MAX_FILES_BODY } from '#core/call-limits.ts'
import { optionAliases } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import { isProblemCode, formatIssues, Problem } from '#core/problem.ts'
import { apiRoute, type ApiContext } from '#servers/api/context.ts'
import { finalAnswer, toldWarnings } from '#servers/api/services/answers.ts'
import { beginTask } from '#servers/api/services/begin.ts'
import { outputsIn, type TaskResponse } from '#servers/api/tasks/response.ts'
import {
  countField,
  imageModels,
  sizeField,
  sizeValue,
  type ImageModel
} from '#servers/api/v1/image-models.ts'
import { offeredImages } from '#servers/api/v1/offered-images.ts'
import type { RouteCall } from '#servers/lib/route.ts'

type ImageCall = RouteCall<
  ApiContext,
  'credential',
  { params: undefined; query: undefined; body: ImageRequest }
>

export const imagesRoute = apiRoute({
  method: 'post',
  path: '/v1/images/generations',
  summary: 'Generate images in OpenAI format',
  who: 'credential',
  once: 'run',
  limit: 'spend',
  largest: MAX_FILES_BODY,
  body: imageRequest,
  answer: imagesSchema,
  example: { model: 'flux-schnell', prompt: 'A lighthouse in the evening' },
  handle: call => makeImages(call)
})

async function makeImages(call: ImageCall): Promise<Images> {
  const { context, input, url, locale, signal } = call
  const { body } = input
  const model = await findImageModel(call)
  const asked = {
    ...call,
    input: { params: undefined, query: undefined, body: valuesOf(model, body) }
  }
  const begun = await beginTask(asked, model).catch((thrown: unknown) => {
    throw thrown instanceof Problem ? underTheirNames(thrown, model) : thrown
  })
  const answer = await finalAnswer({ context, begun, url, locale, signal })
  const made = (await answer.json()) as TaskResponse
  if (made['success'] !== true) throw failure(made)
  const addresses = outputsIn(made).map(output => String(output[model.action.shows.field]))
  const data =
    body.response_format === 'b64_json'
      ? await Promise.all(addresses.map(each => bytesAt(context, each)))
      : addresses.map(toUrl)
  return { created: Math.floor(context.clock.now() / 1000), data, ...toldWarnings(begun.warnings) }
}

/**
 * Finds the requested model. Without a name, it is the first available one.
 * @throws Problem `bad_request` for a model that makes no images
 */
async function findImageModel(call: ImageCall): Promise<ImageModel> {
  const { model: name } = call.input.body
  const isNamed = name != null && name !== ''
  const models = isNamed ? imageModels(call.context.services) : await offeredImages(call)
  const found = isNamed ? models.find(each => isCalled(each, name)) : models[0]
  if (found !== undefined) return found
  const issues = [{ field: 'model', code: 'not_allowed' }]
  throw new Problem('bad_request', {
    detail: isNamed ? `there is no image model "${name}"` : 'no provider generates images here',
    issues
  })
}

/** Checks whether a model has this name, or replaces an ended one of this name. */
function isCalled({ model, action }: ImageModel, name: string): boolean {
  const field = action.fields['model']
  return model === name || (field?.type === 'choice' && optionAliases(field)[name] === model)
}

/**
 * Returns the request in the service's own fields. Fields that the service lacks, such as
 * `quality`, are ignored.
 */
function valuesOf(
  model: ImageModel,
  { n, size, model: asked, ...body }: ImageRequest
): Record<string, Json> {
  const { fields } = model.action
  const known = Object.entries(body).filter(
    ([name, value]) => Object.hasOwn(fields, name) && value != null
  )
  const [count, sized] = [countField(model.action), sizeField(model.action)]
  if (n != null && n > 1 && count === undefined)
    throw new Problem('bad_request', {
      detail: 'this model generates one image at a time',
      issues: [{ field: 'n', code: 'too_large' }]
    })
  return {
    ...(Object.fromEntries(known) as Record<string, Json>),
    // A retired name stays in the call, so that its answer names the successor.
    model: asked || model.model,
    ...(n != null && count !== undefined && { [count]: n }),
    ...(size != null &&
      size !== 'auto' &&
      sized !== undefined && { [sized]: sizeValue(model, sized, size) })
  }
}

function underTheirNames(
  { code, detail, issues, retryAfter, cause }: Problem,
  { action }: ImageModel
): Problem {
  const theirs = new Map([
    [countField(action), 'n'],
    [sizeField(action), 'size']
  ])
  const named = issues.map(issue => ({ ...issue, field: theirs.get(issue.field) ?? issue.field }))
  return new Problem(code, {
    detail: detail === formatIssues(issues) ? formatIssues(named) : detail,
    cause,
    issues: named,
    ...(retryAfter !== undefined && { retryAfter })
  })
}

function failure({ code, detail }: TaskResponse): Problem {
  return new Problem(isProblemCode(code) ? code : 'unknown', {
    detail: typeof detail === 'string' ? detail : ''
  })
}

function toUrl(url: string): Images['data'][number] {
  return { url }
}

async function bytesAt({ files }: ApiContext, address: string): Promise<Images['data'][number]> {
  const file = await files.bytesOf(address)
  if (file === null) throw new Problem('not_found', { detail: 'the image was deleted' })
  return { b64_json: Buffer.from(await new Response(file.body).arrayBuffer()).toString('base64') }
}
