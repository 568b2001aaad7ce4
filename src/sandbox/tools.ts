import { contentText } from '#core/chat.ts'
import type { ChatQuestion, ChatTool, Json } from '#core/provider.ts'

type Schema = Readonly<Record<string, Json>>

/** Schemas may refer to themselves, so anything nested deeper than this stays empty. */
const DEEPEST = 8

/**
 * Chooses the tool to call: the one that the question steers to, or the one that must be called. It
 * never chooses one after a tool has answered, because that would never end.
 * @param steered name of a tool; empty for the first one, null where the question names none
 */
export function chooseTool(
  { tools = [], toolChoice = 'auto', turns }: ChatQuestion,
  steered: string | null
): ChatTool | null {
  if (turns.at(-1)?.role !== 'user' || toolChoice === 'none') return null
  const name = typeof toolChoice === 'string' ? steered : toolChoice.name
  if (name === null && toolChoice !== 'required') return null
  return tools.find(tool => tool.name === name) ?? (name ? null : (tools[0] ?? null))
}

/**
 * Returns the answer as a JSON text where the request asks for JSON; null where any text will do.
 */
export function formAnswer({ settings = {}, turns }: ChatQuestion, words: string): string | null {
  const format = objectOf(settings['response_format'])
  if (format['type'] === 'json_object')
    return JSON.stringify({ answer: words, question: contentText(turns.at(-1)?.content ?? '') })
  if (format['type'] !== 'json_schema') return null
  return JSON.stringify(sampleValue(objectOf(objectOf(format['json_schema'])['schema']), words))
}

/** Returns the longest beginning of a text that contains none of the stop words. */
export function textBeforeStop({ settings = {} }: ChatQuestion, text: string): string {
  const stops = [settings['stop'] ?? []].flat().map(String)
  const ends = stops.filter(stop => stop !== '').map(stop => text.indexOf(stop))
  return text.slice(0, Math.min(text.length, ...ends.filter(at => at >= 0)))
}

/** Makes a value that a JSON schema allows. It covers simple schemas only. */
export function sampleValue(schema: Schema, words: string, depth = 0): Json {
  const { enum: allowed, const: only, default: usual, anyOf, oneOf, $ref } = schema
  if (only !== undefined) return only
  if (usual !== undefined) return usual
  if (Array.isArray(allowed)) return allowed[0] ?? null
  const choices = anyOf ?? oneOf
  if (Array.isArray(choices)) return sampleValue(objectOf(choices[0]), words, depth + 1)
  if ($ref !== undefined || depth > DEEPEST) return {}
  switch ([schema['type']].flat()[0]) {
    case 'string':
      return words.slice(0, Number(schema['maxLength'] ?? words.length))
    case 'integer':
    case 'number':
      return Number(schema['minimum'] ?? 1)
    case 'boolean':
      return true
    case 'array':
      return [sampleValue(objectOf(schema['items']), words, depth + 1)]
    case 'null':
      return null
    default:
      return sampleObject(schema, words, depth)
  }
}

function sampleObject(schema: Schema, words: string, depth: number): Json {
  const properties = Object.entries(objectOf(schema['properties']))
  return Object.fromEntries(
    properties.map(([name, inner]) => [name, sampleValue(objectOf(inner), words, depth + 1)])
  )
}

function objectOf(value: Json | undefined): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}
