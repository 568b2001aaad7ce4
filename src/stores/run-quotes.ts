import type { TaskInput } from '#client/generate.ts'
import type { FieldValues } from '#core/condition.ts'
import { readForm } from '#core/form.ts'
import { quoteOf, type Quote } from '#core/price.ts'
import type { Service } from '#core/service.ts'

/** The prices that the server named because they are above those of this page. */
const named = new Map<string, number>()

type Priced = Pick<Service, 'id' | 'actions'>

/**
 * Returns the price of a run as this page shows it. It is that of the page's own declaration, until
 * the server has refused a run at that price and named the one that applies now.
 * @param measured lengths and sizes of files, by factors of the price (`core/measure.ts`)
 * @returns `NaN` micro-credits for an unknown verb
 */
export function quoteRun(
  service: Priced,
  { verb, values }: TaskInput,
  measured?: FieldValues
): Quote {
  const { key, quote } = ownQuote(service, { verb, values }, measured)
  return { ...quote, micro: named.get(key) ?? quote.micro }
}

/** Remembers the price of a run that the server has named, in micro-credits. */
export function rememberPrice(service: Priced, order: TaskInput, micro: number): void {
  named.set(ownQuote(service, order).key, micro)
}

/** A changed price is that of a model, so other runs of the same model and price have it, too. */
function ownQuote(
  { id, actions }: Priced,
  { verb, values: chosen }: TaskInput,
  measured?: FieldValues
): { key: string; quote: Quote } {
  const action = actions?.[verb]
  if (action === undefined) return { key: '', quote: { micro: NaN } }
  const { values } = readForm(action, chosen)
  const quote = quoteOf(action.price, { ...values, ...measured })
  return { key: [id, verb, values['model'], values['version'], quote.micro].join(), quote }
}
