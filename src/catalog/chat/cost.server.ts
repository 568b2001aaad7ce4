import { makerOf, type ChatWay } from '#catalog/chat/provider.server.ts'
import type { ChatModel } from '#core/chat.ts'
import type { TokenPrice } from '#core/money.ts'

/**
 * Returns what the answers of a model cost, in micro-US-dollars per 1,000 tokens. The list price is
 * that of the model's maker. If somebody else may answer, only an operator knows the cost.
 * @returns undefined if it is unknown
 */
export function costOfModel(
  model: ChatModel,
  ways: readonly Pick<ChatWay, 'vendor'>[]
): TokenPrice | undefined {
  const isMaker = model.own !== true && ways.every(({ vendor }) => vendor === makerOf(model))
  return model.isCostOwn === true || isMaker ? model.cost : undefined
}
