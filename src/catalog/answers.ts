import answers from '#catalog/answers.json' with { type: 'json' }
import { isRecord, type Json } from '#core/json.ts'
import type { Service } from '#core/service.ts'

/** Placeholder for the API's own origin in the recorded answers. */
const API = '{api}'

/**
 * Returns the sandbox's answer to an action's example. `npm run gen:answers` records it, and a test
 * compares it with a new call. Its timestamps are invented, since they differ with each call.
 * @param api origin that serves files, without a trailing slash
 * @returns null for an action that is not recorded
 */
export function exampleAnswer(
  { id, actions = {} }: Service,
  verb: string,
  api: string
): Record<string, Json> | null {
  const recorded = (answers as Readonly<Record<string, Json>>)[`${id}/${verb}`]
  const action = actions[verb]
  if (!isRecord(recorded) || action === undefined) return null
  const begun = 1_790_000_000
  const times = {
    started_at: begun + 0.2,
    finished_at: begun + action.expected,
    elapsed: action.expected
  }
  return { ...(withOrigin(recorded, api) as Record<string, Json>), ...times }
}

function withOrigin(value: Json, api: string): Json {
  if (typeof value === 'string') return value.replaceAll(API, api)
  if (Array.isArray(value)) return value.map(each => withOrigin(each, api))
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withOrigin(each, api)]))
    : value
}
