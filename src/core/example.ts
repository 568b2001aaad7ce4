import type { Field } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import type { Action } from '#core/service.ts'
import { checkValues } from '#core/validate.ts'

/** As many fields as can come to be needed by what the others were given. */
const ROUNDS = 5

const PROMPT = 'A lighthouse in the evening'
const SUFFIX: Record<string, string> = { image: 'photo.jpg', audio: 'voice.mp3', video: 'film.mp4' }

/** The smallest call that an action takes: what must be said, with words, numbers and addresses for each. */
export function exampleRequest({ fields, limits = [] }: Pick<Action, 'fields' | 'limits'>): Record<string, Json> {
  const values: Record<string, Json> = {}
  for (let round = 0; round < ROUNDS; round++) {
    const missing = checkValues(fields, limits, values).issues.filter(({ code, field }) => code === 'required' && !(field in values))
    if (missing.length === 0) break
    for (const { field: name } of missing) {
      const field = fields[name]
      if (field !== undefined) values[name] = exampleValue(field)
    }
  }
  return values
}

function exampleValue(field: Field): Json {
  switch (field.type) {
    case 'text':
      return PROMPT
    case 'choice':
      return field.max === undefined ? (field.options[0] ?? '') : field.options.slice(0, 1)
    case 'number':
      return field.default ?? field.min
    case 'switch':
      return field.default
    case 'file': {
      const address = `https://example.com/${SUFFIX[field.accept] ?? ''}`
      return field.max > 1 || field.list ? [address] : address
    }
    case 'id':
      return field.max === undefined ? EXAMPLE_ID : [EXAMPLE_ID]
  }
}

export const EXAMPLE_ID = '5f0c1f0e-8a64-4c7b-9d53-2f4a6f1f7c11'

/**
 * How a call that succeeds is answered, as far as a declaration tells: what the action shows, and what can be gone on with.
 * @param files where the files of this deployment stand, without a trailing slash
 */
export function exampleAnswer(action: Action, files: string): Record<string, Json> {
  const { values } = checkValues(action.fields, action.limits ?? [], exampleRequest(action))
  const named = (action.followUps ?? []).flatMap(({ set }) => Object.values(set).flatMap(outputName))
  const made = Object.fromEntries(
    [...new Set([action.shows.field, ...named])].map(name => [name, values[name] ?? outputValue(name, action, files)])
  )
  const body = action.envelope === 'flat' ? made : { data: action.envelope === 'list' ? [made] : made }
  const times = { started_at: 1_790_000_000.2, finished_at: 1_790_000_000 + action.expected, elapsed: action.expected }
  return { success: true, task_id: EXAMPLE_ID, trace_id: '0b7a8f52-0f1d-4a5e-b0b5-6ad5a1f9c3d4', state: 'succeeded', ...body, ...times }
}

/** `$name` is a value of the output; `$request.name` is none. */
function outputName(value: Json): string[] {
  return typeof value === 'string' && /^\$\w+$/.test(value) ? [value.slice(1)] : []
}

function outputValue(name: string, { shows }: Action, files: string): Json {
  if (name === shows.field && shows.as === 'text') return PROMPT
  const address = `${files}/files/Qm9hdHM`
  if (name.endsWith('_urls')) return [address]
  return name.endsWith('_url') ? address : EXAMPLE_ID
}
