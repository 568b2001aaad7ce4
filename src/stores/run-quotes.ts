import type { TaskInput } from '#client/generate.ts'
import type { FieldValues } from '#core/condition.ts'
import { readForm } from '#core/form.ts'
import { quoteOf, type Quote } from '#core/price.ts'
import type { Service } from '#core/service.ts'

/**
 * The prices that the server named since those of this page are too low, in micro-credits, by the
 * keys of quotes.
 */
export const namedPrices: Record<string, number> = {}

/**
 * Returns the price of a run as this page shows it: that of the page's own declaration, until the
 * server has refused a run at this price. A changed price is that of a model, so its other runs
 * have the same key.
 * @param measured lengths and sizes of files, by factors of the price (`core/measure.ts`)
 * @returns `NaN` micro-credits for an unknown verb
 */
export function quoteRun(
  { id, actions }: Pick<Service, 'id' | 'actions'>,
  { verb, values: chosen }: TaskInput,
  measured?: FieldValues
): Quote & { key: string } {
  const action = actions?.[verb]
  if (action === undefined) return { micro: NaN, key: '' }
  const { values } = readForm(action, chosen)
  const quote = quoteOf(action.price, { ...values, ...measured })
  const key = [id, verb, values['model'], quote.micro].join()
  return { ...quote, key, micro: namedPrices[key] ?? quote.micro }
}
