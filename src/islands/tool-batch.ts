import type { Failure } from '#client/turns.ts'
import { pageHub } from '#client/page-hub.ts'
import type { TaskInput } from '#client/generate.ts'
import { expandAlternatives } from '#core/alternatives.ts'
import { formatCredits, roundCredits } from '#core/format.ts'
import { readForm } from '#core/form.ts'
import { microToCredits } from '#core/money.ts'
import { quoteOf } from '#core/price.ts'
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { askBatch } from '#ui/tool/ask-batch.ts'

type Batch = {
  service: Service
  order: TaskInput
  t: Translate
  /** Starts one run. */
  start(order: TaskInput): Promise<Failure | null>
}

/** Tells whether a prompt has alternatives. Always false for a guest, who has a single try. */
export function hasAlternatives({ values: { prompt } }: TaskInput): boolean {
  return (
    pageHub().user !== null &&
    typeof prompt === 'string' &&
    expandAlternatives(prompt)?.length !== 1
  )
}

/**
 * Starts a run for each alternative of a prompt, once the user has seen the total price. It stops
 * at the first failure. Runs that have started continue.
 * @returns the failure, or null
 */
export async function startBatch({ service, order, t, start }: Batch): Promise<Failure | null> {
  const prompts = expandAlternatives(String(order.values['prompt']))
  const orders = prompts?.map(prompt => ({ ...order, values: { ...order.values, prompt } })) ?? []
  const answer = await askBatch({ prompts, price: totalOf(service, orders, t), t })
  if (answer === 'none') return null
  if (answer === 'one') return start(order)
  for (const each of orders) {
    const failure = await start(each)
    if (failure !== null) return failure
  }
  return null
}

/** @returns the total price; empty where only the result decides the price */
function totalOf(service: Service, orders: readonly TaskInput[], t: Translate): string {
  const quotes = orders.map(({ verb, values }) => {
    const action = service.actions?.[verb]
    return action && quoteOf(action.price, readForm(action, values).values)
  })
  const micro = quotes.map(quote => (quote?.unit === undefined ? (quote?.micro ?? NaN) : NaN))
  const credits = microToCredits(micro.reduce((sum, each) => sum + each, 0))
  if (!Number.isFinite(credits)) return ''
  const price = formatCredits(credits, pageHub().locale)
  return t('field.form.price', { price, count: roundCredits(credits) })
}
