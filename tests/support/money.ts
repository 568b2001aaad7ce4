import { randomUUID } from 'node:crypto'
import type { OperatedOrder } from '#contract/order.ts'
import type { NewRedemptionCodes } from '#contract/redemption.ts'
import { hold, settle } from '#servers/ledger/ledger.ts'
import { updatePeriods } from '#servers/ledger/periods.ts'
import { readAccessToken, signAccessToken } from '#servers/lib/access-token.ts'
import { json, type TestPerson, type TestStudio } from './studio.ts'

export const DAY = 24 * 3_600_000

/** Refunds an order as an operator. */
export function refund(
  studio: TestStudio,
  operator: TestPerson,
  order: { id: string },
  body: object = {}
): Promise<Response> {
  return studio.call(`/api/v1/orders/${order.id}/refund`, {
    json: body,
    token: operator.token.access_token
  })
}

/** Reads an order as operators see it. */
export async function seen(
  studio: TestStudio,
  operator: TestPerson,
  order: { id: string }
): Promise<OperatedOrder> {
  const list = await json<{ items: OperatedOrder[] }>(
    studio.call(`/api/v1/orders/all?id=${order.id}`, { token: operator.token.access_token })
  )
  const [found] = list.items
  if (found === undefined) throw new Error(`no order ${order.id}`)
  return found
}

/**
 * Creates redemption codes.
 * @returns their texts and ids
 */
export async function codesOf(
  studio: TestStudio,
  operator: TestPerson,
  body: object
): Promise<{ code: string; id: string }[]> {
  const made = await json<NewRedemptionCodes>(
    studio.call('/api/v1/redemption-codes', { json: body, token: operator.token.access_token })
  )
  return made.items.map(({ code, id }) => ({ code, id }))
}

export function redeem(studio: TestStudio, who: TestPerson, code: string): Promise<Response> {
  return studio.call('/api/v1/redemptions', { json: { code }, token: who.token.access_token })
}

/** A run in progress: its hold lasts until it ends. */
export type Work = { id: string; applicationId: string; held: number }

/**
 * Starts a run.
 * @param amount its hold in micro-credits
 * @throws Problem `used_up`
 */
export async function begin(
  { context }: TestStudio,
  userId: string,
  applicationId: string,
  amount: number
): Promise<Work> {
  const now = context.clock.now()
  const id = randomUUID()
  const blank = {
    action: '',
    credential_id: null,
    conversation_id: null,
    origin: '',
    measure: null,
    reason: '',
    status_code: 0,
    trace_id: ''
  }
  await context.database.transaction(async tx => {
    await updatePeriods(tx, applicationId, now)
    await hold(tx, { applicationId, fund: 'sandbox', reference: id, amount, now })
    await tx
      .insertInto('run')
      .values({
        ...blank,
        id,
        service: 'chat',
        user_id: userId,
        application_id: applicationId,
        fund: 'sandbox',
        state: 'running',
        held: amount,
        charged: 0,
        lease_owner: '',
        lease_until: now + 1000 * DAY,
        stop_at: null,
        created_at: now,
        finished_at: null
      })
      .execute()
  })
  return { id, applicationId, held: amount }
}

/**
 * Extends the hold of a run.
 * @param step its number, from 1 on
 */
export async function extend(
  { context }: TestStudio,
  work: Work,
  step: number,
  amount: number
): Promise<void> {
  const now = context.clock.now()
  await context.database.transaction(async tx => {
    await updatePeriods(tx, work.applicationId, now)
    await tx
      .updateTable('run')
      .set({ held: work.held + amount })
      .where('id', '=', work.id)
      .execute()
    await hold(tx, {
      applicationId: work.applicationId,
      fund: 'sandbox',
      reference: `${work.id}:${step}`,
      amount,
      now
    })
  })
  work.held += amount
}

/**
 * Ends a run.
 * @param charged its cost in micro-credits
 */
export async function end(
  { context }: TestStudio,
  { id, applicationId, held }: Work,
  charged: number
): Promise<void> {
  const now = context.clock.now()
  await context.database.transaction(async tx => {
    await tx
      .updateTable('run')
      .set({ state: 'succeeded', charged, finished_at: now })
      .where('id', '=', id)
      .execute()
    await settle(tx, { applicationId, fund: 'sandbox', reference: id, amount: held, now }, charged)
  })
}

/** Moves the clock by milliseconds, and renews the access tokens of the given users. */
export async function pass(
  { context }: TestStudio,
  milliseconds: number,
  ...people: TestPerson[]
): Promise<void> {
  const known = await Promise.all(
    people.map(({ token }) => readAccessToken(context, token.access_token))
  )
  context.clock.advance(milliseconds)
  for (const [index, who] of known.entries()) {
    const own = people[index]
    if (own !== undefined)
      own.token = { ...own.token, access_token: await signAccessToken(context, who) }
  }
}
