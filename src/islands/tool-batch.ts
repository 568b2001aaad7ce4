import type { Failure } from '#client/turns.ts'
import { pageHub } from '#client/page-hub.ts'
import type { TaskInput } from '#client/generate.ts'
import { expandAlternatives, expandLines } from '#core/alternatives.ts'
import { formatCredits, roundCredits } from '#core/format.ts'
import { microToCredits } from '#core/money.ts'
import { hashText } from '#core/text-hash.ts'
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'
import { quoteRun } from '#stores/run-quotes.ts'
import { askBatch } from '#ui/tool/ask-batch.ts'

type Batch = {
  service: Service
  order: TaskInput
  /** Makes each line of the prompt a prompt of its own. */
  isByLine: boolean
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
 * Starts a run for each alternative or line of a prompt, once the user has seen the total price. It
 * stops at the first failure. Runs that have started continue, and the next batch of the same form
 * begins with the first prompt that has not started.
 * @returns the failure, which also says how many runs have started, or null
 */
export async function startBatch(batch: Batch): Promise<Failure | null> {
  const { service, order, isByLine, t, start } = batch
  const expand = isByLine ? expandLines : expandAlternatives
  const prompts = expand(String(order.values['prompt']))
  const all = prompts?.map(prompt => ({ ...order, values: { ...order.values, prompt } })) ?? []
  const before = countStarted(batch)
  const rest = all.slice(before)
  const startedText = (started: number): string =>
    started === 0 ? '' : t('field.batch.started', { started, total: all.length })
  const answer = await askBatch({
    prompts: prompts && prompts.slice(before),
    price: totalOf(service, rest, t),
    started: startedText(before),
    t
  })
  if (answer === 'none') return null
  if (answer !== 'rest') saveStarted(batch, 0)
  if (answer === 'one') return start(order)
  if (answer === 'all' && before > 0) return startBatch(batch)
  for (const [index, each] of rest.entries()) {
    const failure = await start(each)
    if (failure !== null) return { ...failure, note: startedText(before + index) }
    saveStarted(batch, before + index + 1)
  }
  saveStarted(batch, 0)
  return null
}

/**
 * Returns how many runs of an unfinished batch have started. This is saved in the browser, because
 * a user without credits leaves the page to top up.
 */
function countStarted(batch: Batch): number {
  const { place, form } = draftOf(batch)
  const saved = readDraft(place)
  return saved.startsWith(form) ? Number(saved.slice(form.length)) : 0
}

function saveStarted(batch: Batch, started: number): void {
  const { place, form } = draftOf(batch)
  saveDraft(place, started === 0 ? '' : form + started)
}

/**
 * Returns the key of the draft that tells how far a batch got, and the text before its number: a hash
 * of the form, since a long list would displace other drafts.
 */
function draftOf({ service, order, isByLine }: Batch): { place: string; form: string } {
  const form = hashText(JSON.stringify([order, isByLine]))
  return { place: `batch:${service.id}`, form: `${form}:` }
}

/** @returns the total price; empty where only the result decides the price */
function totalOf(service: Service, orders: readonly TaskInput[], t: Translate): string {
  const quotes = orders.map(order => quoteRun(service, order))
  const credits = microToCredits(
    quotes.reduce((sum, { micro, unit }) => sum + (unit === undefined ? micro : NaN), 0)
  )
  if (!Number.isFinite(credits)) return ''
  const price = formatCredits(credits, pageHub().locale)
  return t('field.form.price', { price, count: roundCredits(credits) })
}
