import type { FieldValues } from '#core/condition.ts'
import { allowedOptions, readForm, replaceInvalidChoices } from '#core/form.ts'
import { mainField } from '#core/main-field.ts'
import { quoteOf, type Quote } from '#core/price.ts'
import type { Action, Service } from '#core/service.ts'
import type { CheckedValues } from '#core/validate.ts'

/** The most models that one prompt is sent to. */
export const MAX_COMPARED_MODELS = 4

/** The field that every comparison fills. */
const PROMPT = 'prompt'

/** Any prompt, to ask whether an action needs more than one. */
const ANY = 'A'

type Tool = Pick<Service, 'actions'>
type PromptAction = { verb: string; action: Action; max: number }

/**
 * Returns the first form of a tool if it needs nothing but a prompt, with the longest prompt in
 * characters; else null.
 */
export function promptOnlyAction({ actions = {} }: Tool): PromptAction | null {
  const [verb, action] = Object.entries(actions).find(([, { hidden }]) => hidden !== true) ?? []
  if (verb === undefined || action === undefined || mainField(action) !== PROMPT) return null
  const field = action.fields[PROMPT]
  if (field?.type !== 'text' || readForm(action, { [PROMPT]: ANY }).issues.length > 0) return null
  return { verb, action, max: field.max }
}

/** The cached models of actions. Declarations never change while a process runs. */
const known = new WeakMap<Action, string[]>()

/**
 * Lists the models of a tool that make something of a prompt and their defaults alone. A tool
 * without a choice of models has one, with an empty name.
 */
export function comparableModels(tool: Tool): string[] {
  const found = promptOnlyAction(tool)
  if (found === null) return []
  const { action } = found
  const models = known.get(action) ?? findModels(action)
  known.set(action, models)
  return models
}

function findModels(action: Action): string[] {
  if (action.fields['model']?.type !== 'choice') return ['']
  return allowedOptions(action, 'model', readForm(action, { [PROMPT]: ANY }).values)
    .map(String)
    .filter(model => fill(action, model, ANY).issues.length === 0)
}

/**
 * Fills the form of a tool with a model and a prompt.
 * @returns the verb, the values to send and what is wrong with them; null for a tool that cannot be
 *   compared
 */
export function comparisonInput(
  tool: Tool,
  model: string,
  prompt: string
): (CheckedValues & { verb: string }) | null {
  const found = promptOnlyAction(tool)
  return found === null ? null : { verb: found.verb, ...fill(found.action, model, prompt) }
}

/** Returns the price of a run of a model with a prompt; null for a tool that cannot be compared. */
export function comparisonQuote(tool: Tool, model: string, prompt: string): Quote | null {
  const found = promptOnlyAction(tool)
  if (found === null) return null
  // Nothing is typed yet: the form then has the price of any prompt.
  const { values } = fill(found.action, model, prompt || ANY)
  return quoteOf(found.action.price, values)
}

function fill(action: Action, model: string, prompt: string): CheckedValues {
  const field = action.fields['model']
  const option =
    field?.type === 'choice' ? field.options.find(each => String(each) === model) : undefined
  const given: FieldValues = { [PROMPT]: prompt, ...(option !== undefined && { model: option }) }
  return readForm(action, replaceInvalidChoices(action, given))
}
