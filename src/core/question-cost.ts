import { tokenCost, type TokenPrice } from '#core/money.ts'

/**
 * Estimates for the cost shown before there is an answer: tokens of a medium answer, and characters
 * per token.
 */
const ANSWER = 500
const LETTERS = 4

/** Returns about how many micro-credits a question and its answer cost. */
export function estimateQuestionCost(price: TokenPrice, question: string): number {
  return tokenCost(price, Math.ceil(question.length / LETTERS), ANSWER)
}
