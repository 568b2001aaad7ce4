import { makerOf, type ChatEndpoint } from '#catalog/chat/provider.server.ts'
import type { ChatModel } from '#core/chat.ts'
import type { TokenPrice } from '#core/money.ts'

/**
 * Returns the vendor's price for the answers of a model, in micro-US-dollars per 1,000 tokens. The
 * catalogue has the list price of the model's maker. If another vendor may answer, only a cost that
 * an operator entered counts.
 * @returns undefined if it is unknown
 */
export function costOfModel(
  model: ChatModel,
  ways: readonly Pick<ChatEndpoint, 'vendor'>[]
): TokenPrice | undefined {
  const isMaker = model.own !== true && ways.every(({ vendor }) => vendor === makerOf(model))
  return model.isCostOwn === true || isMaker ? model.cost : undefined
}
