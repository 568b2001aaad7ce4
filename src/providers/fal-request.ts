import type { EndpointTypeMap } from '@fal-ai/client/endpoints'
import type { FieldValues } from '#core/condition.ts'
import type { Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { MediaOutput } from '#core/provider.ts'
import type { VendorRequest } from '#core/vendor.ts'
import { seededId } from '#media/random.ts'
import type { NewerInputs } from '#providers/fal-newer.ts'
import { vendorAction, type ActionInput } from '#providers/vendor-action.ts'
import type { VendorAnswer } from '#providers/vendor-media.ts'

type FalEndpoint = keyof EndpointTypeMap | keyof NewerInputs
type FalInput<E extends FalEndpoint> = E extends keyof NewerInputs
  ? NewerInputs[E]
  : E extends keyof EndpointTypeMap
    ? EndpointTypeMap[E]['input']
    : never

/**
 * Builds a request to one fal endpoint with the inputs that the endpoint declares. Undefined inputs
 * are left out.
 */
export function falRequest<E extends FalEndpoint>(
  path: E,
  input: { [K in keyof FalInput<E>]: FalInput<E>[K] | undefined }
): VendorRequest {
  const body = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined)
  ) as Record<string, Json>
  return { path, body }
}

/** Types the fal implementation of one declared action. */
export const falAction = vendorAction

/**
 * Returns a file from an answer, by name.
 * @throws Problem where the answer has no such file
 */
export function answerFile(answer: VendorAnswer, name: string): VendorAnswer & { url: string } {
  const [file] = answerFiles(answer, name)
  if (file === undefined)
    throw new Problem('api_error', { detail: `the vendor delivered no ${name}` })
  return file
}

/**
 * Returns all files under a name in an answer, whether the answer holds a list or a single file.
 */
export function answerFiles(
  answer: VendorAnswer,
  name: string
): (VendorAnswer & { url: string })[] {
  return [answer[name] ?? []].flat().filter(isFile)
}

/** Returns the images of an answer with their sizes, and with the values that each of them has. */
export function imageOutputs(answer: VendorAnswer, told: FieldValues): MediaOutput[] {
  return answerFiles(answer, 'images').map(({ url, width, height }) => ({
    values: {
      ...told,
      ...numberEntry('image_width', width),
      ...numberEntry('image_height', height)
    },
    files: { image_url: { url } }
  }))
}

/** Returns the video of an answer with its id, and with the values that the request gave it. */
export function videoOutput(answer: VendorAnswer, told: FieldValues): MediaOutput {
  const video = answerFile(answer, 'video')
  return {
    values: { id: idFromUrl(video), state: 'succeeded', ...told },
    files: { video_url: { url: video.url } }
  }
}

/** Derives an id from the address of a result, so that later tasks can refer to the result. */
export function idFromUrl({ url }: { url: string }): string {
  return seededId(url)
}

/**
 * Returns the readable address of a file of an earlier result.
 * @throws Problem `bad_request` when that result was deleted meanwhile
 */
export function earlierFile(
  earlier: ActionInput<FieldValues>['earlier'],
  field: string,
  name: string
): string {
  const file = earlier[field]?.[0]?.[name]
  if (typeof file === 'string' && file !== '') return file
  throw new Problem('bad_request', { detail: 'the earlier result was deleted' })
}

/** Returns `{ name: value }` where the value is a number, else an empty object. */
export function numberEntry(name: string, value: Json | undefined): Record<string, number> {
  return typeof value === 'number' ? { [name]: value } : {}
}

function isFile(value: Json): value is VendorAnswer & { url: string } & Json {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    typeof value['url'] === 'string'
  )
}
