import answers from '#catalog/answers.json' with { type: 'json' }
import { isRecord, type Json } from '#core/json.ts'
import { isOwnServiceId } from '#core/own-service.ts'
import type { Action, Service } from '#core/service.ts'

/** Placeholder for the API's own origin in the recorded answers. */
const API = '{api}'

/**
 * Returns the sandbox's answer to an action's example. `npm run gen:answers` records it, and a test
 * compares it with a new call. Its timestamps are invented, since they differ with each call. The
 * sandbox cannot run tools made from schemas, whose answers all have the same form.
 * @param api origin that serves files, without a trailing slash
 * @returns null for an action that is not recorded
 */
export function exampleAnswer(
  { id, actions = {} }: Service,
  verb: string,
  api: string
): Record<string, Json> | null {
  const action = actions[verb]
  if (action === undefined) return null
  const all: Readonly<Record<string, Json>> = answers
  const recorded = isOwnServiceId(id) ? ownAnswer(id, action) : all[`${id}/${verb}`]
  if (!isRecord(recorded)) return null
  const begun = 1_790_000_000
  const times = {
    started_at: begun + 0.2,
    finished_at: begun + action.expected,
    elapsed: action.expected
  }
  return { ...(withOrigin(recorded, api) as Record<string, Json>), ...times }
}

const ENDINGS = { image: 'jpg', video: 'mp4', audio: 'mp3', text: 'txt' } as const

function ownAnswer(id: string, { shows }: Action): Json {
  const name = `${id}-1.${ENDINGS[shows.as]}`
  const file = `${API}/files/D73Kl51yn_HJx07d9yLryXxg42ADLuhaD4H6YYpfFm4/${name}`
  return {
    state: 'succeeded',
    data: [{ [shows.field]: file }],
    success: true,
    task_id: '8ee89711-330c-4ccf-89a2-e65ad12bbd7d',
    trace_id: '553295e4-b848-4ee7-81c3-0a0c86a5b731'
  }
}

function withOrigin(value: Json, api: string): Json {
  if (typeof value === 'string') return value.replaceAll(API, api)
  if (Array.isArray(value)) return value.map(each => withOrigin(each, api))
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withOrigin(each, api)]))
    : value
}
