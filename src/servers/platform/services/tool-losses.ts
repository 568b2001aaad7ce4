import { findService } from '#catalog/index.ts'
import type { ModelFileProblem } from '#contract/chat-model.ts'
import { CATALOG_PERCENT } from '#core/reprice-tool.ts'
import { readJsonLines } from '#servers/lib/json-lines.ts'
import { MOST_PROBLEMS } from '#servers/lib/parse-model-file.ts'
import { TOOL_MARK } from '#servers/lib/parse-tool-entry.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { hasLoss, readToolMargins } from '#servers/platform/services/tool-margins.ts'

/**
 * Lists the tools in the operator's file with prices below cost, by the rule of the services page.
 * They still apply, as those of chat models do.
 */
export async function listToolLosses(
  context: Pick<PlatformContext, 'database' | 'vendorsOf' | 'modelFile'>
): Promise<ModelFileProblem[]> {
  const { tools, pricedTools, text } = await context.modelFile.read()
  const losing: string[] = []
  for (const id of pricedTools) {
    const [tool, percent = CATALOG_PERCENT] = [findService(id), tools.get(id)?.price_percent]
    if (tool !== undefined && hasLoss(await readToolMargins(context, tool, percent)))
      losing.push(TOOL_MARK + id)
  }
  if (losing.length === 0) return []
  const { lineOf } = readJsonLines(text)
  return losing.slice(0, MOST_PROBLEMS).map(name => {
    const keys = [name, 'price_percent']
    return { line: lineOf(keys), field: keys.join('.'), code: 'below_cost' }
  })
}
