import type { ChatModel } from '#core/chat.ts'
import type { Locale } from '#i18n/locale.ts'
import { sentences } from '#i18n/sentences.server.ts'

/** One line on what a model is good for: the operator's, else the product's own; empty for an own model without one. */
export function describeModel(
  { description, about }: Pick<ChatModel, 'description' | 'about'>,
  locale: Locale
): string {
  const t = sentences(locale, 'model')
  return description ?? (about === undefined ? '' : t(`model.about.${about}`))
}
