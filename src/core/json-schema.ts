import type { ChoiceField, Field, Fields } from '#core/field.ts'
import type { Json } from '#core/json.ts'

/** A JSON Schema as plain data. */
export type JsonSchema = { [keyword: string]: Json }

/**
 * Describes fields as a JSON Schema, for people and tools that write a client. It says less than
 * the validator checks: it omits conditions between fields and other names of a field.
 * @param more properties of the same call that are not fields
 */
export function toJsonSchema(
  fields: Fields,
  more: Readonly<Record<string, JsonSchema>> = {}
): JsonSchema {
  const properties = nested(Object.entries(fields).map(([name, field]) => [name, describe(field)]))
  const required = Object.entries(fields).flatMap(([name, field]) =>
    field.required === true ? [name] : []
  )
  return {
    type: 'object',
    properties: { ...properties, ...more },
    ...(required.length > 0 && { required })
  }
}

/** Nests fields with a dot in their name in objects. */
function nested(described: readonly (readonly [string, JsonSchema])[]): Record<string, JsonSchema> {
  const properties: Record<string, JsonSchema> = {}
  for (const [name, schema] of described) {
    const outer = name.split('.', 1)[0] ?? name
    const within = described.flatMap(([each, own]) =>
      each.startsWith(`${outer}.`) ? [[each.slice(outer.length + 1), own] as const] : []
    )
    properties[outer] = name === outer ? schema : { type: 'object', properties: nested(within) }
  }
  return properties
}

function describe(field: Field): JsonSchema {
  const byDefault: JsonSchema =
    'default' in field && field.default !== undefined ? { default: field.default } : {}
  switch (field.type) {
    case 'text':
      return { type: 'string', maxLength: field.max, ...byDefault }
    case 'id':
      return field.max === undefined ? NAME : { type: 'array', items: NAME, maxItems: field.max }
    case 'choice':
      return field.max === undefined
        ? { ...optionsOf(field), ...byDefault }
        : { type: 'array', items: optionsOf(field), maxItems: field.max }
    case 'number':
      return {
        type: isWhole(field) ? 'integer' : 'number',
        minimum: field.min,
        maximum: field.max,
        ...byDefault
      }
    case 'switch':
      return { type: 'boolean', ...byDefault }
    case 'file':
      return field.max > 1 || field.list
        ? { type: 'array', items: ADDRESS, maxItems: field.max }
        : ADDRESS
  }
}

const NAME: JsonSchema = { type: 'string', maxLength: 100 }

const ADDRESS: JsonSchema = { type: 'string', format: 'uri', maxLength: 4096 }

function optionsOf({ options, pixels }: ChoiceField): JsonSchema {
  const named: JsonSchema = {
    type: typeof options[0] === 'number' ? 'number' : 'string',
    enum: [...options]
  }
  return pixels === undefined
    ? named
    : { anyOf: [named, { type: 'string', pattern: '^\\d+x\\d+$' }] }
}

function isWhole({ min, step }: { min: number; step?: number }): boolean {
  return step !== undefined && Number.isInteger(step) && Number.isInteger(min)
}
