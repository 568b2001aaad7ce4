import type { Field } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import type { Action } from '#core/service.ts'
import { checkValues } from '#core/validate.ts'

/** Maximum number of rounds. Filling required fields may make others required. */
const ROUNDS = 5

const PROMPT = 'A lighthouse in the evening'

/** Placeholder origins of a deployment, for examples that are made without a request. */
export const EXAMPLE_HUB = 'https://studio.example'
export const EXAMPLE_API = 'https://api.studio.example'

/**
 * Files that every site serves below `/examples/`, by the type that a field accepts. Code snippets
 * use them, so that they work as printed.
 */
export const EXAMPLE_FILES = {
  image: 'photo.jpg',
  audio: 'song.mp3',
  video: 'video.mp4',
  media: 'song.mp3'
} as const

/**
 * Builds the smallest valid request of an action, with an example value for each required field.
 * @param hub origin of the site that serves {@link EXAMPLE_FILES}, without a trailing slash
 */
export function exampleRequest(
  { fields, limits = [] }: Pick<Action, 'fields' | 'limits'>,
  hub: string
): Record<string, Json> {
  const values: Record<string, Json> = {}
  for (let round = 0; round < ROUNDS; round++) {
    const missing = checkValues(fields, limits, values).issues.filter(
      ({ code, field }) => code === 'required' && !(field in values)
    )
    if (missing.length === 0) break
    for (const { field: name } of missing) {
      const field = fields[name]
      if (field !== undefined) values[name] = exampleValue(field, hub)
    }
  }
  return values
}

function exampleValue(field: Field, hub: string): Json {
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
      const address = `${hub}/examples/${EXAMPLE_FILES[field.accept]}`
      return field.max > 1 || field.list ? [address] : address
    }
    case 'id':
      return field.max === undefined ? EXAMPLE_ID : [EXAMPLE_ID]
  }
}

export const EXAMPLE_ID = '5f0c1f0e-8a64-4c7b-9d53-2f4a6f1f7c11'
