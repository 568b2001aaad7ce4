import { z } from '@hono/zod-openapi'
import { findService } from '#catalog/index.ts'
import type { ModelFileProblem } from '#contract/chat-model.ts'
import { toolChangeSchema } from '#contract/tool-change.ts'
import {
  dateReplacements,
  findWrongReplacements,
  readReplacements,
  type ToolChange
} from '#servers/lib/tool-change.ts'

/**
 * A tool in the operator's file of models. `isConfirmed` says that its prices may be below cost.
 */
type ToolEntry = { id: string; change: ToolChange; isConfirmed: boolean }

/** A mistake at the keys inside the entry of a tool. */
type ToolMistake = { keys: readonly string[]; code: ModelFileProblem['code'] }

/** In the file, the name of a tool is the path of its page. No chat model has a slash in front. */
export const TOOL_MARK = '/'

const entrySchema = z.strictObject(toolChangeSchema.shape)

/**
 * Parses the entry of a tool by the rules of the services page.
 * @param name with the mark in front, such as `/flux`
 * @param today the day from which models without a day are replaced
 */
export function parseToolEntry(
  name: string,
  fields: unknown,
  today: string
): ToolEntry | { mistakes: ToolMistake[] } {
  const id = name.slice(TOOL_MARK.length)
  const tool = findService(id)
  // Services are also found by their permanent id.
  if (tool?.actions === undefined || tool.id !== id)
    return { mistakes: [{ keys: [], code: 'unknown' }] }
  const parsed = entrySchema.safeParse(fields)
  if (!parsed.success) return { mistakes: parsed.error.issues.flatMap(mistakesIn) }
  const { price_percent, retired_models, below_cost } = parsed.data
  const wanted = readReplacements(retired_models ?? {})
  const wrong = findWrongReplacements(tool, wanted)
  if (wrong.length > 0) {
    const code = 'cannot_replace' as const
    return { mistakes: wrong.map(model => ({ keys: ['retired_models', model], code })) }
  }
  const change = {
    ...(price_percent != null && { price_percent }),
    ...(retired_models != null && { retired_models: dateReplacements(today, wanted) })
  }
  return { id, change, isConfirmed: price_percent == null || below_cost === true }
}

function mistakesIn(issue: z.core.$ZodIssue): ToolMistake[] {
  const keys = issue.path.map(String)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(key => ({ keys: [...keys, key], code: 'unknown' as const }))
  return [{ keys, code: 'invalid' }]
}
