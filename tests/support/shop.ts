import { expect } from 'vitest'
import type { Application } from '#contract/application.ts'
import type { Order } from '#contract/order.ts'
import type { Package } from '#contract/package.ts'
import type { Token } from '#contract/token.ts'
import { checkLedger } from '#servers/operation/check-ledger.ts'
import { codeFor, json, signUp, type TestPerson, type TestStudio } from './studio.ts'

export type List<T> = { items: T[]; count: number }

/** Lists the packages on sale, as a user sees them. */
export async function packagesOf(studio: TestStudio, query = ''): Promise<Package[]> {
  return (await json<List<Package>>(studio.call(`/api/v1/packages/?${query}`))).items
}

/** Finds the package with this number of credits. */
export async function packageOf(studio: TestStudio, amount: number): Promise<Package> {
  const found = (await packagesOf(studio)).find(each => each.amount === amount)
  if (found === undefined) throw new Error(`no package of ${amount}`)
  return found
}

export function orderFor(
  studio: TestStudio,
  { application, token }: TestPerson,
  packageId: string,
  more: object = {}
): Promise<Order> {
  const body = { application_id: application.id, package_id: packageId, ...more }
  return json<Order>(studio.call('/api/v1/orders/', { json: body, token: token.access_token }))
}

/**
 * Starts a payment.
 * @returns the address of the sandbox's payment page
 */
export async function payUrl(
  studio: TestStudio,
  { token }: TestPerson,
  order: Order,
  way = 'Stripe'
): Promise<string> {
  const begun = await json<Order>(
    studio.call(`/api/v1/orders/${order.id}/pay/`, {
      json: { pay_way: way },
      token: token.access_token
    })
  )
  return begun.pay_url ?? ''
}

/** Buys a package: orders it and pays for it. */
export async function buy(
  studio: TestStudio,
  buyer: TestPerson,
  packageId: string,
  more: object = {}
): Promise<Order> {
  const order = await orderFor(studio, buyer, packageId, more)
  const answer = await studio.call(await payUrl(studio, buyer, order), { method: 'POST' })
  expect(answer.status).toBe(303)
  return orderNow(studio, buyer, order)
}

/** Refreshes an order, like a page that waits for its payment. */
export function orderNow(studio: TestStudio, { token }: TestPerson, order: Order): Promise<Order> {
  return json<Order>(
    studio.call(`/api/v1/orders/${order.id}/refresh/`, {
      method: 'POST',
      token: token.access_token
    })
  )
}

export function planOf(
  studio: TestStudio,
  { token }: TestPerson,
  id: string
): Promise<Application> {
  return json<Application>(studio.call(`/api/v1/applications/${id}`, { token: token.access_token }))
}

/** Creates a period plan without any purchase. */
export function periodPlan(studio: TestStudio, { token }: TestPerson): Promise<Application> {
  return json<Application>(
    studio.call('/api/v1/applications/', { json: { type: 'Period' }, token: token.access_token })
  )
}

/**
 * Returns a plan without credits; creates one if there is none.
 * @returns its id
 */
export async function emptyPlan(studio: TestStudio, { token }: TestPerson): Promise<string> {
  const plans = (init: object): Promise<Response> =>
    studio.call('/api/v1/applications/?type=Period', { ...init, token: token.access_token })
  await plans({ json: { type: 'Period' } })
  const { items } = await json<List<Application>>(plans({}))
  return items[0]?.id ?? ''
}

/** Creates a user who followed another user's invitation. */
export async function invited(studio: TestStudio, inviterId: string): Promise<TestPerson> {
  const email = `${crypto.randomUUID()}@example.com`
  const cookie = await signUp(studio, email)
  const code = await codeFor(studio, cookie, { inviter_id: inviterId })
  const token = await json<Token>(studio.call('/oauth2/v1/token', { json: { code } }))
  const application = await json<Application>(
    studio.call('/api/v1/applications/', { json: {}, token: token.access_token })
  )
  return { email, cookie, token, application, credential: { id: '' } as TestPerson['credential'] }
}

/** Returns the disagreements of the ledger. */
export async function ledgerFaults({ context }: TestStudio): Promise<unknown[]> {
  return (await checkLedger(context.database, { now: context.clock.now() })).disagreements
}

/** Returns the status and code of a refused request, and its issues. */
export async function refusal(answer: Promise<Response>): Promise<unknown[]> {
  const response = await answer
  const body = (await response.json()) as {
    code?: string
    error?: { issues?: { field: string; code: string }[] }
  }
  return [
    response.status,
    body.code,
    ...(body.error?.issues ?? []).map(issue => `${issue.field} ${issue.code}`)
  ]
}
