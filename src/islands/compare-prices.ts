import { comparisonQuote } from '#core/comparable.ts'
import { formatCredits, roundCredits } from '#core/format.ts'
import { microToCredits } from '#core/money.ts'
import { estimateQuestionCost } from '#core/question-cost.ts'
import type { Translate } from '#i18n/translate.ts'
import type { CompareModel, ComparePrice, CompareTools } from '#islands/compare-props.ts'

/** Returns the price of a model with a prompt. */
export function priceOfModel(
  { service, model, price }: Pick<CompareModel, 'service' | 'model' | 'price'>,
  tools: CompareTools,
  prompt: string
): ComparePrice {
  if (price !== null) return { micro: estimateQuestionCost(price, prompt), about: true }
  const quote = comparisonQuote(tools[service] ?? {}, model, prompt) ?? { micro: 0 }
  return { ...quote, about: false }
}

/** Adds prices. The sum is an estimate if one of them is, or depends on a length. */
export function totalPrice(prices: readonly ComparePrice[]): ComparePrice {
  return {
    micro: prices.reduce((sum, { micro }) => sum + micro, 0),
    about: prices.some(({ about, unit }) => about || unit !== undefined)
  }
}

/** Writes a price: `4 credits`, `about 0.04 credits`, `2 credits per 1,000 characters`. */
export function comparePriceText(
  { micro, unit, about }: ComparePrice,
  locale: string,
  t: Translate
): string {
  const price = compareCreditsText(microToCredits(micro), locale, t)
  if (unit !== undefined) return t(`field.price.${unit}`, { price })
  return about ? t('compare.about', { price }) : price
}

/** Writes credits: `4 credits`. */
export function compareCreditsText(credits: number, locale: string, t: Translate): string {
  const price = formatCredits(credits, locale)
  return t('field.form.price', { price, count: roundCredits(credits) })
}
