import type { ChatModel } from '#core/chat.ts'
import type { Locale } from '#i18n/locale.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'

/**
 * Returns one line about the strengths of a model: the operator's, or else the product's. It is
 * empty for an operator's model without one.
 */
export function describeModel(
  { description, about }: Pick<ChatModel, 'description' | 'about'>,
  locale: Locale
): string {
  const t = groupTranslator(locale, 'model')
  return description ?? (about === undefined ? '' : t(`model.about.${about}`))
}
