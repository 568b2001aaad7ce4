import { z } from '@hono/zod-openapi'
import { isCatalogModel, OWN_MODEL_NAME, type ModelChanges } from '#catalog/chat/shelf.server.ts'
import { modelFieldsSchema, type ModelFileProblem } from '#contract/chat-model.ts'
import { parseJson } from '#core/whole-text.ts'
import type { Config } from '#servers/config.ts'
import { ROUTE_VENDORS } from '#servers/config-chat.ts'
import { findLifeIssues } from '#servers/lib/find-life-issues.ts'
import { readJsonLines } from '#servers/lib/json-lines.ts'
import { mergeModelChange, type ModelFileEntry } from '#servers/lib/model-changes.ts'
import { parseToolEntry, TOOL_MARK } from '#servers/lib/parse-tool-entry.ts'
import type { ToolChange } from '#servers/lib/tool-change.ts'

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
  /** The changes of tools, by their ids in the catalogue. */
  tools: Map<string, ToolChange>
  problems: ModelFileProblem[]
  /** The models whose price the file sets and does not confirm with `below_cost`. */
  priced: string[]
  /** The tools of which it does the same. */
  pricedTools: string[]
}

/** A mistake at the keys of a model or tool, and its field. */
type Found = { keys: readonly string[]; code: ModelFileProblem['code'] }

/**
 * Parses an operator's file of models: an object with the fields of each chat model by its name,
 * and of each tool by the path of its page.
 * @param today the day from which tools' models without a day are replaced
 * @returns the changes, or every mistake with its line; both empty for an empty object
 */
export function parseModelFile(text: string, known: Known, today: string): ParsedModelFile {
  const json = parse(text)
  if ('problem' in json) return refused(json.problem)
  const { value } = json
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refused({ line: 1, field: '', code: 'not_object' })
  const entries = Object.entries(value)
  if (entries.length > MOST_MODELS) return refused({ line: null, field: '', code: 'too_large' })
  const models = new Map<string, z.infer<typeof modelSchema>>()
  const tools = new Map<string, ToolChange>()
  const pricedTools: string[] = []
  const found = entries.flatMap(([name, fields]): Found[] => {
    if (name.startsWith(TOOL_MARK)) {
      const entry = parseToolEntry(name, fields, today)
      if ('mistakes' in entry)
        return entry.mistakes.map(({ keys, code }) => ({ keys: [name, ...keys], code }))
      tools.set(entry.id, entry.change)
      if (!entry.isConfirmed) pricedTools.push(entry.id)
      return []
    }
    if (!OWN_MODEL_NAME.test(name)) return [{ keys: [name], code: 'invalid' }]
    const parsed = modelSchema.safeParse(fields)
    if (!parsed.success) return parsed.error.issues.flatMap(issue => inField(name, issue))
    models.set(name, parsed.data)
    return []
  })
  const more = [...models].flatMap(([name, model]) => inModel(name, model, models, known))
  const wrong = [...found, ...more].slice(0, MOST_PROBLEMS)
  if (wrong.length > 0) {
    const { lineOf } = readJsonLines(text)
    return refused(
      ...wrong.map(({ keys, code }) => {
        return { line: lineOf(keys), field: keys.join('.').slice(0, 200), code }
      })
    )
  }
  return {
    changes: new Map(
      [...models].map(([name, { below_cost: _, ...model }]) => [name, mergeModelChange({}, model)])
    ),
    tools,
    problems: [],
    pricedTools,
    priced: [...models].flatMap(([name, { price, below_cost }]) =>
      price == null || below_cost === true ? [] : [name]
    )
  }
}

function refused(...problems: ModelFileProblem[]): ParsedModelFile {
  return { changes: new Map(), tools: new Map(), problems, priced: [], pricedTools: [] }
}

function parse(text: string): { value: unknown } | { problem: ModelFileProblem } {
  try {
    return { value: parseJson(text) }
  } catch {
    return { problem: { line: readJsonLines(text).mistake, field: '', code: 'not_json' } }
  }
}

/** Names the fields of an issue that the schema found. */
function inField(name: string, issue: z.core.$ZodIssue): Found[] {
  const keys = [name, ...issue.path.map(String)]
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(key => ({ keys: [...keys, key], code: 'unknown' }))
  return [{ keys, code: 'invalid' }]
}

/**
 * Checks what the schema cannot: routes, groups of our own models, successors and the order of
 * dates.
 */
function inModel(
  name: string,
  model: ModelFileEntry,
  models: ReadonlyMap<string, ModelFileEntry>,
  { providers, chatModels }: Known
): Found[] {
  const { route, becomes, group } = model
  const isNew = !isCatalogModel(name) && !Object.hasOwn(chatModels, name)
  const vendors = [...ROUTE_VENDORS, ...Object.keys(providers)]
  const found: (Found | false)[] = [
    isNew && route == null && becomes == null && { keys: [name, 'route'], code: 'required' },
    route != null &&
      !vendors.includes(route.provider) && { keys: [name, 'route', 'provider'], code: 'unknown' },
    group != null && isCatalogModel(name) && { keys: [name, 'group'], code: 'not_allowed' }
  ]
  const life = findLifeIssues(name, model, {
    isKnown: other =>
      isCatalogModel(other) || models.has(other) || Object.hasOwn(chatModels, other),
    successorOf: other => models.get(other)?.becomes
  })
  return [
    ...found.filter(each => each !== false),
    ...life.map(({ field, code }) => ({ keys: [name, field], code }))
  ]
}
