import { z } from '@hono/zod-openapi'
import { isCatalogModel, OWN_MODEL_NAME, type ModelChanges } from '#catalog/chat/shelf.server.ts'
import { modelFieldsSchema, type ModelFileProblem } from '#contract/chat-model.ts'
import { parseJson } from '#core/whole-text.ts'
import type { Config } from '#servers/config.ts'
import { ROUTE_VENDORS } from '#servers/config-chat.ts'
import { findLifeIssues } from '#servers/lib/find-life-issues.ts'
import { mergeModelChange, type ModelFileEntry } from '#servers/lib/model-changes.ts'

/** Most models of a file. */
const MOST_MODELS = 2000

/** Most mistakes that are named. */
export const MOST_PROBLEMS = 50

const modelSchema = z.strictObject({
  ...modelFieldsSchema.shape,
  /** Confirms a price below the cost at the provider. */
  below_cost: z.boolean().nullish(),
  is_temperature_supported: z.boolean().nullish(),
  max_output: z.number().int().min(1).max(1_000_000).nullish()
})

type Known = Pick<Config, 'providers' | 'chatModels'>
/** A file as it was understood. */
type ParsedModelFile = {
  changes: Map<string, ModelChanges>
  problems: ModelFileProblem[]
  /** The models whose price the file sets and does not confirm with `below_cost`. */
  priced: string[]
}

type Found = { field: string; code: ModelFileProblem['code'] }

/**
 * Parses an operator's file of models: an object with the fields of each model by its name.
 * @returns the changes, or every mistake with its line; both empty for an empty object
 */
export function parseModelFile(text: string, known: Known): ParsedModelFile {
  const json = parse(text)
  if ('problem' in json) return refused(json.problem)
  const { value } = json
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refused({ line: 1, field: '', code: 'not_object' })
  const entries = Object.entries(value)
  if (entries.length > MOST_MODELS) return refused({ line: null, field: '', code: 'too_large' })
  const models = new Map<string, z.infer<typeof modelSchema>>()
  const found = entries.flatMap(([name, fields]): Found[] => {
    if (!OWN_MODEL_NAME.test(name)) return [{ field: name, code: 'invalid' }]
    const parsed = modelSchema.safeParse(fields)
    if (!parsed.success) return parsed.error.issues.flatMap(issue => inField(name, issue))
    models.set(name, parsed.data)
    return []
  })
  const more = [...models].flatMap(([name, model]) => inModel(name, model, models, known))
  const problems = [...found, ...more].slice(0, MOST_PROBLEMS).map(({ field, code }) => ({
    // A missing field has no line, so its model's line is named.
    line: lineOfField(text, code === 'required' ? field.replace(/\.[^.]*$/, '') : field),
    field: field.slice(0, 200),
    code
  }))
  if (problems.length > 0) return refused(...problems)
  return {
    changes: new Map(
      [...models].map(([name, { below_cost: _, ...model }]) => [name, mergeModelChange({}, model)])
    ),
    problems,
    priced: [...models].flatMap(([name, { price, below_cost }]) =>
      price == null || below_cost === true ? [] : [name]
    )
  }
}

function refused(...problems: ModelFileProblem[]): ParsedModelFile {
  return { changes: new Map(), problems, priced: [] }
}

function parse(text: string): { value: unknown } | { problem: ModelFileProblem } {
  try {
    return { value: parseJson(text) }
  } catch (error) {
    const [, position] = /position (\d+)/.exec(String(error)) ?? []
    const line = position === undefined ? null : lineAt(text, Number(position))
    return { problem: { line, field: '', code: 'not_json' } }
  }
}

/** Names the fields of an issue that the schema found. */
function inField(name: string, issue: z.core.$ZodIssue): Found[] {
  const path = [name, ...issue.path].join('.')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(key => ({ field: `${path}.${key}`, code: 'unknown' }))
  return [{ field: path, code: 'invalid' }]
}

/** Checks what the schema cannot: routes, successors and the order of dates. */
function inModel(
  name: string,
  model: ModelFileEntry,
  models: ReadonlyMap<string, ModelFileEntry>,
  { providers, chatModels }: Known
): Found[] {
  const { route, becomes } = model
  const isNew = !isCatalogModel(name) && !Object.hasOwn(chatModels, name)
  const vendors = [...ROUTE_VENDORS, ...Object.keys(providers)]
  const found: (Found | false)[] = [
    isNew && route == null && becomes == null && { field: `${name}.route`, code: 'required' },
    route != null &&
      !vendors.includes(route.provider) && { field: `${name}.route.provider`, code: 'unknown' }
  ]
  const life = findLifeIssues(name, model, {
    isKnown: other =>
      isCatalogModel(other) || models.has(other) || Object.hasOwn(chatModels, other),
    successorOf: other => models.get(other)?.becomes
  })
  return [
    ...found.filter(each => each !== false),
    ...life.map(({ field, code }) => ({ field: `${name}.${field}`, code }))
  ]
}

/**
 * Returns the line of a field such as `gpt-6-sol.price`. It searches for the name of the model, and
 * from there for each further name.
 */
export function lineOfField(text: string, field: string): number | null {
  const at = text.indexOf(JSON.stringify(field))
  if (at >= 0) return lineAt(text, at)
  let from = -1
  let rest = field
  while (rest !== '') {
    // Names of models contain dots, so the longest prefix that is in the file is the name.
    const name = prefixes(rest).find(each => text.includes(JSON.stringify(each), from + 1))
    if (name === undefined) break
    from = text.indexOf(JSON.stringify(name), from + 1)
    rest = rest.slice(name.length + 1)
  }
  return from < 0 ? null : lineAt(text, from)
}

function prefixes(path: string): string[] {
  const names = path.split('.')
  return names.map((_, at) => names.slice(0, names.length - at).join('.'))
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}
