import { SERVICES } from '#catalog/index.ts'
import { isSandboxActive } from '#catalog/chat/provider.server.ts'
import { MOST_FEATURED } from '#core/featured.ts'
import { chooseApplication, isPlanUsable, plansFor } from '#core/choose-application.ts'
import type { Json } from '#core/json.ts'
import { microToCredits } from '#core/money.ts'
import type { Openings } from '#core/opening.ts'
import { priceOf } from '#core/price.ts'
import type { Action, Service } from '#core/service.ts'
import { isServiceOffered } from '#core/switches.ts'
import { applyToolTerms } from '#core/tool-terms.ts'
import { checkValues } from '#core/validate.ts'
import type { Locale } from '#i18n/locale.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import { createVendorFinder } from '#servers/api/services/configured.ts'
import { routingOf } from '#servers/lib/serving.ts'
import type { CommandProgress } from '#servers/operation/progress.ts'
import { callAsOperator, RefusedCall, type OperatorCalls } from '#servers/operator-calls.ts'
import { openingsOf } from '#servers/platform/services/openings.ts'
import type { Studio } from '#servers/studio.ts'

/** An example of a service as a call. `price` is micro-credits. */
type Example = {
  service: Service
  /** Position among the examples of its service, from 1. */
  number: number
  verb: string
  prompt: string
  body: Record<string, Json>
  price: number
}

type Making = { locale: Locale; link: string; openings: Openings }

/** A service has at most this many examples. */
const MOST_EXAMPLES = 6

/**
 * Generates the examples of services with real providers, paid with credits of the first operator,
 * and features the results on the first site. Examples that are already featured are skipped.
 * @param ids of the services; all by default
 * @returns false if an example failed
 * @throws Error if only the sandbox works, if there are no credits, or for an unknown service
 */
export async function makeExamples(
  studio: Studio,
  ids: readonly string[],
  { say, signal }: CommandProgress
): Promise<boolean> {
  const { context } = studio
  await context.keys.refresh()
  if (isSandboxActive(routingOf(context)))
    throw new Error(
      'only the sandbox serves here, and nothing of it is shown as made by a model; set a provider key first'
    )
  const services = await servedAmong(studio, ids, say)
  const calls = await callAsOperator(studio)
  try {
    const link = context.config.hosts.hub ?? 'https://example.com'
    const there = await calls.featured()
    const isThere = ({ service, prompt }: Example): boolean =>
      there.some(each => each.service === service.id && each.prompt === prompt)
    const examples = services
      .flatMap(service => {
        const openings = openingsOf(service, createVendorFinder(context))
        return examplesOf(service, { locale: calls.locale, link, openings }, say)
      })
      .filter(example => !isThere(example))
      // The first examples of all services come before the second ones. If the command ends early,
      // every service then has some.
      .toSorted((a, b) => a.number - b.number)
      .slice(0, MOST_FEATURED - there.length)
    const sum = microToCredits(examples.reduce((total, { price }) => total + price, 0))
    say(`${examples.length} examples for about ${sum} credits of the operator`)
    return await makeAll(calls, examples, { say, signal })
  } finally {
    await calls.end()
  }
}

/** Makes examples in rounds: of each service one at a time, of all services at once. */
async function makeAll(
  calls: OperatorCalls,
  examples: readonly Example[],
  telling: CommandProgress
): Promise<boolean> {
  let isWell = true
  for (let number = 1; number <= MOST_EXAMPLES; number++) {
    telling.signal.throwIfAborted()
    const round = examples.filter(each => each.number === number)
    // If one example has no credits, the command ends, but only after all others of the round are
    // featured.
    const made = await Promise.allSettled(round.map(each => makeOne(calls, each, telling)))
    for (const each of made) {
      if (each.status === 'rejected') throw each.reason
      isWell = isWell && each.value
    }
  }
  return isWell
}

/**
 * Makes and features one example.
 * @throws Error without credits, since later examples would have none either
 */
async function makeOne(
  calls: OperatorCalls,
  { service, number, verb, body, price }: Example,
  { say, signal }: CommandProgress
): Promise<boolean> {
  const name = `${service.id} ${number}`
  const plans = plansFor(await calls.plans(), service.serviceId)
  const plan = chooseApplication(plans, null, Date.now())
  if (plan === null || !isPlanUsable(plan, Date.now())) throw new Error(noCredits(name))
  say(`${name}: generating`)
  try {
    const key = await calls.keyOf(plan)
    await calls.feature(await calls.run(`/${service.path}/${verb}`, body, key, signal))
    say(`${name}: featured, ${microToCredits(price)} credits`)
    return true
  } catch (error) {
    if (error instanceof RefusedCall && error.code === 'used_up')
      throw new Error(noCredits(name), { cause: error })
    if (!(error instanceof RefusedCall)) throw error
    say(`${name}: FAILED, ${error.message}`)
    return false
  }
}

function noCredits(name: string): string {
  return `the operator has no credits left for ${name}: top up at /console/extra, or redeem a code`
}

/**
 * Returns the requested services that a provider serves.
 * @throws Error for a name that is no service with examples, or if no provider serves any
 */
async function servedAmong(
  { context }: Studio,
  ids: readonly string[],
  say: CommandProgress['say']
): Promise<Service[]> {
  const tools = SERVICES.filter(({ actions }) => actions !== undefined)
  const unknown = ids.find(id => !tools.some(each => each.id === id))
  if (unknown !== undefined)
    throw new Error(`there is no service ${unknown}, only ${tools.map(({ id }) => id).join(', ')}`)
  const [offer, terms] = await Promise.all([context.terms.offer([]), context.terms.tools()])
  const servedBy = createVendorFinder(context)
  const asked = tools.filter(({ id }) => ids.length === 0 || ids.includes(id))
  const served = asked.filter(service => {
    const [verb = ''] = Object.keys(service.actions ?? {})
    return servedBy(service, verb).length > 0 && isServiceOffered(offer, service.id)
  })
  for (const { id } of asked.filter(each => !served.includes(each)))
    say(`${id}: left out, no provider serves it or the site does not offer it`)
  if (served.length === 0) throw new Error('no provider serves any of these services')
  return served.map(service => applyToolTerms(service, terms))
}

/**
 * Returns the examples of a service that need nothing but text. Other fields have the values with
 * which the service's form opens.
 * @param making.link the text for other required fields, such as the content of a QR code
 */
function examplesOf(
  service: Service,
  { locale, link, openings }: Making,
  say: CommandProgress['say']
): Example[] {
  const t = groupTranslator(locale, service.id)
  const [verb = '', action] = Object.entries(service.actions ?? {})[0] ?? []
  if (action === undefined) return []
  const found = Array.from({ length: MOST_EXAMPLES }, (_, at): Example[] => {
    const key = `${service.id}.example.${at + 1}`
    const prompt = t(key)
    const asked = { prompt, ...openings[verb], ...service.examples?.[at] }
    const body = bodyOf(action, asked, link)
    if (prompt === key || body === null) return []
    const { values } = checkValues(action.fields, action.limits ?? [], body)
    return [{ service, number: at + 1, verb, prompt, body, price: priceOf(action.price, values) }]
  }).flat()
  if (found.length === 0) say(`${service.id}: left out, its examples need a file`)
  return found
}

/** Fills in required texts. @returns null if a file is required */
function bodyOf(
  { fields, limits = [] }: Action,
  example: Record<string, Json>,
  link: string
): Record<string, Json> | null {
  const { issues } = checkValues(fields, limits, example)
  const missing = issues.filter(({ code }) => code === 'required').map(({ field }) => field)
  if (missing.some(name => fields[name]?.type !== 'text')) return null
  return { ...example, ...Object.fromEntries(missing.map(name => [name, link])) }
}
