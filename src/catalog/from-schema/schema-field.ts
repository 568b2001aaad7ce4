import {
  choiceField,
  isBounded,
  numberField,
  textField
} from '#catalog/from-schema/field-limits.ts'
import { SchemaRefusal, type SchemaReason } from '#catalog/from-schema/refusal.ts'
import {
  chooseAlternative,
  schemaType,
  type SchemaNode,
  type SchemaSource
} from '#catalog/from-schema/schema-node.ts'
import { hasMarkup, plainText } from '#catalog/from-schema/text.ts'
import type { Field, FileField } from '#core/field.ts'
import { isRecord, type Json } from '#core/json.ts'
import { labelFromName, type OwnServiceField } from '#core/own-service.ts'

/** The pattern of field names, and the longest label and hint in characters. */
const NAME = /^[a-z][a-z0-9_]{0,39}$/i
const LABEL = 60
const HINT = 240

/** Names that every call of our API already uses. */
const RESERVED = new Set([
  'async',
  'callback_url',
  'timeout',
  'max_price',
  'trace_id',
  'application_id',
  'user_id'
])

/** Fields that forms must not show: keys, and settings that change how the answer arrives. */
const SECRET = /(^|_)(api_?key|token|secret|password|sync_mode)$|(^|_)webhook/i

/** Settings that an operator decides, not a user. They are hidden until the operator shows them. */
const OPERATORS = /safety|nsfw|moderation|^output_quality$|^disable_/i

const FILE = /(_|^)(url|uri)s?$/i
const KINDS = [
  ['image', /image|photo|picture|mask|img|frame|face/i],
  ['video', /video|clip|film/i],
  ['audio', /audio|voice|music|song|sound|speech/i]
] as const

/** Bytes of the largest file of each kind. */
export const LARGEST_FILES = {
  image: 10_000_000,
  audio: 20_000_000,
  video: 100_000_000,
  media: 100_000_000
}

/** Most files in a list. */
const MAX_FILES = 10

/** A field, or why there is none; `partly` names a part that was left out. */
export type SchemaFieldResult =
  | { field: OwnServiceField; partly?: SchemaReason; rank: number }
  | { code: SchemaReason }

/**
 * Turns a property of a schema into a field of a form.
 * @param required the schema requires it
 */
export function readField(
  source: SchemaSource,
  name: string,
  property: Json,
  required: boolean
): SchemaFieldResult {
  const problem = nameProblem(name)
  if (problem !== null) return { code: problem }
  try {
    const [node, left] = chooseAlternative(source, property, name)
    if (hasMarkup(node['title'])) return { code: 'markup' }
    const field = fieldOf(source, name, node)
    const isPlain = field.type === 'number' && !isBounded(node)
    const hint = hasMarkup(node['description']) ? '' : plainText(node['description'], HINT)
    const whole: Field = {
      ...field,
      ...(required && !('default' in field) && { required: true as const }),
      ...((isPlain || /seed/.test(name)) && !required && { more: true as const })
    }
    return {
      field: {
        name,
        label: labelOf(plainText(node['title'], LABEL) || labelFromName(name), field),
        hint,
        shown: required || !OPERATORS.test(name),
        field: whole
      },
      rank: rankOf(name, whole),
      ...(left && { partly: 'some_options' as const })
    }
  } catch (refusal) {
    if (refusal instanceof SchemaRefusal) return { code: refusal.code }
    throw refusal
  }
}

/** Drops "URL" from the label of a file field, since users choose a file instead of its address. */
function labelOf(label: string, { type }: Field): string {
  return (type === 'file' && label.replace(/ ur[li]s?$/i, '')) || label
}

function nameProblem(name: string): SchemaReason | null {
  if (!NAME.test(name) || name in Object.prototype) return 'bad_name'
  if (RESERVED.has(name)) return 'reserved'
  return SECRET.test(name) ? 'not_for_users' : null
}

function fieldOf(source: SchemaSource, name: string, node: SchemaNode): Field {
  if (Array.isArray(node['enum']) || 'const' in node) {
    const listed = [node['enum'] ?? node['const'] ?? null].flat()
    return listed.every(each => typeof each === 'boolean')
      ? switchField(node)
      : choiceField(name, node)
  }
  switch (schemaType(node)) {
    case 'string':
      return isFile(name, node) ? fileField(name, node, null) : textField(name, node)
    case 'integer':
    case 'number':
      return numberField(name, node)
    case 'boolean':
      return switchField(node)
    case 'array':
      return listField(source, name, node)
    case 'object':
      throw new SchemaRefusal('object', name)
    default:
      throw new SchemaRefusal('unknown_type', name)
  }
}

function switchField(node: SchemaNode): Field {
  return { type: 'switch', default: node['default'] === true }
}

/** Reads a list, which may hold files or options. */
function listField(source: SchemaSource, name: string, node: SchemaNode): Field {
  const [item] = chooseAlternative(source, node['items'], name)
  const most = node['maxItems']
  const max = typeof most === 'number' && most >= 1 ? Math.floor(most) : null
  if (Array.isArray(item['enum'])) {
    const { default: _, ...choice } = choiceField(name, { enum: item['enum'] })
    return { ...choice, max: Math.min(max ?? choice.options.length, choice.options.length) }
  }
  if (schemaType(item) === 'string' && isFile(name, { ...item, ...node }))
    return fileField(name, { ...item, ...node }, Math.min(max ?? MAX_FILES, MAX_FILES))
  throw new SchemaRefusal('list', name)
}

function isFile(name: string, node: SchemaNode): boolean {
  const format = String(node['format'] ?? '')
  return FILE.test(name) || /^(uri|url|uri-reference|binary|data-url)$/.test(format)
}

/** @param listed most files of a list; null for a single file */
function fileField(name: string, node: SchemaNode, listed: number | null): FileField {
  const ui = isRecord(node['ui']) ? node['ui']['field'] : undefined
  const words = [ui, name, node['title'], String(node['description'] ?? '').slice(0, 200)]
  const kind = words
    .filter(each => typeof each === 'string')
    .map(each => KINDS.find(([, pattern]) => pattern.test(each))?.[0])
    .find(each => each !== undefined)
  if (kind === undefined) throw new SchemaRefusal('file_kind', name)
  return {
    type: 'file',
    accept: kind,
    max: listed ?? 1,
    ...(listed !== null && { list: true as const }),
    bytes: LARGEST_FILES[kind]
  }
}

/**
 * Returns the position of a field in a form: prompt, other required texts, files, other required
 * fields, then the rest.
 */
function rankOf(name: string, field: Field): number {
  if (name === 'prompt') return 0
  if (field.type === 'text' && field.required === true) return 1
  if (field.type === 'file') return field.required === true ? 2 : 3
  if (field.required === true) return 4
  return field.more === true ? 6 : 5
}
