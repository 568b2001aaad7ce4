import { releaseDay } from '#catalog/model-dates.ts'
import type { ChatGroupId, ChatModel, ModelStrength } from '#core/chat.ts'

type Flags = Pick<
  ChatModel,
  'isFileSupported' | 'isImageSupported' | 'isTemperatureSupported' | 'isToolSupported'
>
export const TEXT_INPUT: Flags = {
  isFileSupported: false,
  isImageSupported: false,
  isTemperatureSupported: true,
  isToolSupported: true
}
export const IMAGE_INPUT: Flags = { ...TEXT_INPUT, isImageSupported: true }
export const FILE_INPUT: Flags = { ...IMAGE_INPUT, isFileSupported: true }

/** Flags of a reasoning model, for which the vendor rejects a temperature. */
export const reasoningFlags = (flags: Flags): Flags => ({ ...flags, isTemperatureSupported: false })

/**
 * Micro-credits per 1,000 tokens for a list price of one US dollar per million tokens: 16 credits
 * for each dollar.
 */
const MICRO_PER_DOLLAR = 16_000

/** Micro-dollars per 1,000 tokens for a list price of one US dollar per million tokens. */
const MICRO_DOLLARS = 1000

type Living = {
  name: string
  label: string
  flags: Flags
  /** The vendor's list price in US dollars per million tokens, for input and output. */
  dollars: readonly [input: number, output: number]
  /** The list price of prompts with more than `above` tokens, if it differs. */
  long?: readonly [above: number, input: number, output: number]
  /** The key of its one-line description. */
  about: ModelStrength
  /** The context window in tokens. */
  context: number
  hidden?: true
  /** The last day, if the vendor announced one that is still far away. Then `fallback` answers. */
  until?: string
  /**
   * The offered model that answers if the vendor drops this one. Its price is at most 2.5 times as
   * high, so that no program suddenly pays much more.
   */
  fallback?: string
}

type Retired = { name: string; label: string; flags: Flags; until: string; becomes: string }

/** @throws Error when a model names a successor or a fallback that the group does not offer */
export function buildGroupModels(
  group: ChatGroupId,
  living: readonly Living[],
  retired: readonly Retired[]
): readonly ChatModel[] {
  const models = living.map(({ flags, dollars, long, hidden = false, ...rest }): ChatModel => {
    const made = { ...rest, ...sinceOf(rest.name), group, enabled: !hidden }
    return { ...made, ...flags, ...pricesOf(dollars), ...longOf(long), maxOutput: 8192 }
  })
  const offeredFor = (name: string, next: string): ChatModel => {
    const found = models.find(each => each.enabled && each.name === next && next !== name)
    if (found === undefined)
      throw new Error(`nothing called ${next} is offered in place of ${name}`)
    return found
  }
  for (const { name, fallback } of living) if (fallback !== undefined) offeredFor(name, fallback)
  const followed = retired.map(({ flags, ...rest }): ChatModel => {
    const successor = offeredFor(rest.name, rest.becomes)
    const { price, cost, long, maxOutput, about, context } = successor
    return {
      ...rest,
      ...sinceOf(rest.name),
      group,
      enabled: false,
      ...flags,
      price,
      ...(cost && { cost }),
      ...(long && { long }),
      maxOutput,
      ...(about && { about }),
      ...(context && { context })
    }
  })
  return [...models, ...followed]
}

function pricesOf([input, output]: readonly [number, number]): Required<
  Pick<ChatModel, 'price' | 'cost'>
> {
  return {
    price: {
      input: Math.round(input * MICRO_PER_DOLLAR),
      output: Math.round(output * MICRO_PER_DOLLAR)
    },
    cost: { input: input * MICRO_DOLLARS, output: output * MICRO_DOLLARS }
  }
}

function longOf(long: Living['long']): Pick<ChatModel, 'long'> {
  if (long === undefined) return {}
  const [above, ...dollars] = long
  return { long: { above, ...pricesOf(dollars) } }
}

function sinceOf(name: string): Pick<ChatModel, 'since'> {
  const since = releaseDay(name)
  return since === undefined ? {} : { since }
}
