import type { Json } from '#core/json.ts'
import type { Service } from '#core/service.ts'
import { codeSamples, type Samples } from '#ui/docs/samples.ts'
import type { View } from '#ui/viewer/view-list.ts'

/**
 * Builds samples that send the request of a result again. The `async` parameter is left out, so
 * that the call waits for the result.
 * @param api the origin of the API, without a trailing slash
 */
export function requestSamples(
  { task: { request }, verb, action: { deadline } }: Pick<View, 'task' | 'verb' | 'action'>,
  { path }: Pick<Service, 'path'>,
  api: string
): Samples {
  const sent = Object.entries(request).filter(([name]) => name !== 'async')
  // The cast is safe, because the request came as JSON.
  const body = Object.fromEntries(sent) as Json
  return codeSamples({ url: `${api}/${path}/${verb}`, body, patience: deadline })
}
