import { SchemaRefusal } from '#catalog/from-schema/refusal.ts'
import { schemaType, type SchemaNode } from '#catalog/from-schema/schema-node.ts'
import type { ChoiceField, NumberField, TextField } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import { countCharacters } from '#core/read-value.ts'

/** Longest text in characters, unless its schema sets a lower limit. */
const PROMPT = 5000
const LONGEST = 10_000

/** Most options of a choice, and most characters of an option. */
const MAX_OPTIONS = 100
const MAX_OPTION = 100

/** Bounds of whole and other numbers whose schema has none. Seeds fit into 32 bits. */
const WHOLE = 2_147_483_647
const WIDE = 1_000_000

/** Numbers beyond these lose their last digits in JSON. */
const EXACT = Number.MAX_SAFE_INTEGER

/** Texts with more characters get a box of several lines. */
const ONE_LINE = 300

const PARAGRAPHS = /(^|_)(prompt|text|lyrics|script|description|caption)s?$/

/** Reads a field with free text. */
export function textField(name: string, node: SchemaNode): TextField {
  const given = numberAt(node, 'maxLength') ?? PROMPT
  if (given < 1) throw new SchemaRefusal('bad_range', name)
  const max = Math.min(Math.floor(given), LONGEST)
  const { default: own } = node
  if (typeof own === 'string' && countCharacters(own.slice(0, LONGEST * 2)) > max)
    throw new SchemaRefusal('bad_default', name)
  return {
    type: 'text',
    max,
    ...((PARAGRAPHS.test(name) || (given !== PROMPT && max > ONE_LINE)) && { lines: 4 }),
    ...(typeof own === 'string' && own.trim() !== '' && { default: own })
  }
}

/** Reads a field with fixed options. */
export function choiceField(name: string, node: SchemaNode): ChoiceField {
  const listed = ('const' in node ? [node['const'] ?? null] : node['enum']) as Json[]
  const options = listed.filter(each => each !== null)
  const kinds = new Set(options.map(each => typeof each))
  const isRight = (each: Json): each is string | number =>
    typeof each === 'number'
      ? Number.isFinite(each)
      : typeof each === 'string' && each.trim() !== '' && each.length <= MAX_OPTION
  if (options.length === 0 || options.length > MAX_OPTIONS || kinds.size > 1)
    throw new SchemaRefusal('bad_options', name)
  if (!options.every(isRight) || new Set(options).size < options.length)
    throw new SchemaRefusal('bad_options', name)
  const { default: own } = node
  if (own !== undefined && own !== null && !options.some(each => each === own))
    throw new SchemaRefusal('bad_default', name)
  const isRatio = options.every(each => /^\d{1,3}:\d{1,3}$/.test(String(each)))
  return {
    type: 'choice',
    options,
    ...((typeof own === 'string' || typeof own === 'number') && { default: own }),
    ...(isRatio && { look: 'ratio' })
  }
}

/** Reads a field with a number, whole by its type or by its step. */
export function numberField(name: string, node: SchemaNode): NumberField {
  const isWhole = schemaType(node) === 'integer'
  const step = stepOf(name, node, isWhole)
  const [least, most] = [boundOf(node, 'Minimum', step), boundOf(node, 'Maximum', step)]
  const own = numberAt(node, 'default')
  const min = least ?? (own !== undefined && own < 0 ? -WIDE : 0)
  const max = most ?? Math.max(isWhole ? WHOLE : WIDE, min)
  if (Math.abs(min) > EXACT || Math.abs(max) > EXACT || min > max)
    throw new SchemaRefusal('bad_range', name)
  if (own !== undefined && (own < min || own > max || !isStep(own - min, step)))
    throw new SchemaRefusal('bad_default', name)
  return {
    type: 'number',
    min,
    max,
    ...(step !== undefined && { step }),
    ...(own !== undefined && { default: own }),
    ...(/(^|_)(duration|seconds)$/.test(name) && { unit: 'seconds' })
  }
}

/**
 * Checks whether a number has both bounds in its schema. A number without them is hidden under
 * "More".
 */
export function isBounded(node: SchemaNode): boolean {
  return boundOf(node, 'Minimum') !== undefined && boundOf(node, 'Maximum') !== undefined
}

function stepOf(name: string, node: SchemaNode, isWhole: boolean): number | undefined {
  const given = numberAt(node, 'multipleOf')
  if (given !== undefined && (given <= 0 || given > EXACT))
    throw new SchemaRefusal('bad_range', name)
  return given !== undefined && (!isWhole || Number.isInteger(given)) ? given : isWhole ? 1 : given
}

/**
 * Returns the lowest or highest value that a schema allows; undefined if it names none. An exclusive
 * bound is a number of its own, or in OpenAPI 3.0 a boolean beside the bound that it excludes. With
 * a step, the next value inside is returned. Without one there is none, so the bound itself is.
 */
function boundOf(node: SchemaNode, side: 'Minimum' | 'Maximum', step?: number): number | undefined {
  const isLow = side === 'Minimum'
  const bound = numberAt(node, side.toLowerCase())
  const excluded = node[`exclusive${side}`] === true ? bound : numberAt(node, `exclusive${side}`)
  const inside = excluded === undefined ? undefined : nextStep(excluded, isLow, step)
  const known = [bound, inside].filter(each => each !== undefined)
  if (known.length === 0) return undefined
  return isLow ? Math.max(...known) : Math.min(...known)
}

function nextStep(from: number, isUp: boolean, step: number | undefined): number {
  if (step === undefined) return from
  const steps = Number((from / step).toPrecision(12))
  const next = isUp ? Math.floor(steps) + 1 : Math.ceil(steps) - 1
  return Number((next * step).toPrecision(15))
}

function isStep(distance: number, step: number | undefined): boolean {
  if (step === undefined) return true
  const steps = distance / step
  return Math.abs(steps - Math.round(steps)) < 1e-6
}

function numberAt(node: SchemaNode, name: string): number | undefined {
  const value = node[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
