import type { ChatGroup } from '#core/chat.ts'
import { formatCredits, roundCredits } from '#core/format.ts'
import { microToCredits } from '#core/money.ts'
import { estimateQuestionCost } from '#core/question-cost.ts'
import type { Translate } from '#i18n/translate.ts'

type Asked = { question: string; group: ChatGroup; model: string; locale: string; t: Translate }

/** Returns about how much a question costs, as text: `0.04 credits`. */
export function questionPrice({ question, group, model: name, locale, t }: Asked): string {
  const model = group.models.find(each => each.name === name)
  const credits =
    model === undefined ? 0 : microToCredits(estimateQuestionCost(model.price, question))
  return t('chat.turn.price', {
    count: roundCredits(credits),
    price: formatCredits(credits, locale)
  })
}
