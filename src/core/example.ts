import type { Field } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import type { Action } from '#core/service.ts'
import { checkValues } from '#core/validate.ts'

/** As many fields as can come to be needed by what the others were given. */
const ROUNDS = 5

const PROMPT = 'A lighthouse in the evening'

/** Origins that stand for a deployment's own where examples are made before anybody asks for them. */
export const EXAMPLE_HUB = 'https://studio.example'
export const EXAMPLE_API = 'https://api.studio.example'

/** Files that every site serves below `/examples/`, by what a field takes: the snippets name them, so that they work as printed. */
export const EXAMPLE_FILES = { image: 'photo.jpg', audio: 'song.mp3', video: 'video.mp4' } as const

/**
 * The smallest call that an action takes: what must be said, with words, numbers and addresses for each.
 * @param hub the origin of the site that serves {@link EXAMPLE_FILES}, without a trailing slash
 */
export function exampleRequest({ fields, limits = [] }: Pick<Action, 'fields' | 'limits'>, hub: string): Record<string, Json> {
  const values: Record<string, Json> = {}
  for (let round = 0; round < ROUNDS; round++) {
    const missing = checkValues(fields, limits, values).issues.filter(({ code, field }) => code === 'required' && !(field in values))
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
