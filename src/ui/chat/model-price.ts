import type { ChatModel } from '#core/chat.ts'
import { formatCredits } from '#core/format.ts'
import { microToCredits } from '#core/money.ts'
import type { Translate } from '#i18n/translate.ts'

/** Describes the price of a model per million tokens. */
export function modelPrice(
  { price }: Pick<ChatModel, 'price'>,
  locale: string,
  t: Translate
): string {
  const perMillion = (micro: number): string => formatCredits(microToCredits(micro * 1000), locale)
  return price.input === 0 && price.output === 0
    ? t('chat.models.free')
    : t('chat.models.price', { input: perMillion(price.input), output: perMillion(price.output) })
}
