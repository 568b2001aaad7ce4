import type { ChatGroup } from '#core/chat.ts'
import { formatCredits, shownCredits } from '#core/format.ts'
import { toCredits, tokenCost } from '#core/money.ts'
import type { Translate } from '#i18n/translate.ts'

/**
 * Estimates for a price before there is an answer: the tokens of a usual answer, and the characters
 * per token of the question.
 */
const ANSWER = 500
const LETTERS = 4

type Asked = { question: string; group: ChatGroup; model: string; locale: string; t: Translate }

/** Returns about how much a question costs, as text: `0.04 credits`. */
export function questionPrice({ question, group, model: name, locale, t }: Asked): string {
  const model = group.models.find(each => each.name === name)
  const credits =
    model === undefined
      ? 0
      : toCredits(tokenCost(model.price, Math.ceil(question.length / LETTERS), ANSWER))
  return t('chat.turn.price', {
    count: shownCredits(credits),
    price: formatCredits(credits, locale)
  })
}
