import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { NewOrder, Order } from '#contract/order.ts'
import { addMargin } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { Person } from '#servers/lib/access-token.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { ApplicationTable } from '#servers/lib/database/tables.ts'
import { checkOwner } from '#servers/lib/owners.ts'
import { currentFund } from '#servers/lib/serving.ts'
import { commitEffect } from '#servers/lib/once-calls.ts'
import { AlreadyBookedError, finishOrder } from '#servers/platform/orders/finish.ts'
import type { OrderRow, SoldPart } from '#servers/platform/orders/order-row.ts'
import { getOrder } from '#servers/platform/orders/orders.ts'
import { resolveServiceId, type PackageRow } from '#servers/platform/packages/packages.ts'

/** Milliseconds for which an order waits for its payment. */
const WAITS = 24 * 3_600_000

/** The most packages of one order. */
const MOST = 10

/** The payment fields of an order before a payment is begun. */
export const BLANK_PAYMENT = {
  rail: '',
  note: '',
  booked: '',
  refunded: 0,
  untold: 0,
  pay_id: null,
  pay_url: null,
  paid_at: null
} as const

type Asker = { person: Person; url: URL; margin: number }

/**
 * Orders packages for a plan, at their current price at this site. A free order is finished
 * immediately, and each user gets it only once.
 * @throws Problem `bad_request`, `not_found` for another user's plan, `duplication` for a free
 * package ordered again
 */
export async function createOrder(
  context: Context,
  { person, url, margin }: Asker,
  input: NewOrder
): Promise<Order> {
  const { database, clock } = context
  const application = await applicationFor(database.db, person.userId, input)
  const packages = await packagesFor(database.db, application, input)
  const now = clock.now()
  const sum = (value: (each: PackageRow) => number): number =>
    packages.reduce((total, each) => total + value(each), 0)
  const order: OrderRow = {
    id: randomUUID(),
    user_id: person.userId,
    origin: person.origin,
    application_ids: JSON.stringify([application.id]),
    package_ids: JSON.stringify(packages.map(({ id }) => id)),
    description: input.description ?? '',
    state: 'Pending',
    pay_way: '',
    fund: currentFund(context, url),
    amount: sum(each => each.amount),
    price: sum(each => addMargin(each.price, margin)),
    duration: sum(each => each.duration),
    ...BLANK_PAYMENT,
    parts: JSON.stringify(
      packages.map(({ title, amount, duration }): SoldPart => ({ title, amount, duration }))
    ),
    expires_at: now + WAITS,
    created_at: now,
    updated_at: now
  }
  const id = await commitEffect(database, tx => write(tx, order, now)).catch(refuseSecond)
  return getOrder(context, id)
}

async function write(tx: Queries, order: OrderRow, now: number): Promise<string> {
  await tx.insertInto('order').values(order).execute()
  if (order.price > 0) return order.id
  const what = [...new Set(JSON.parse(order.package_ids) as string[])].toSorted().join(',')
  await finishOrder(tx, order.id, {
    now,
    fund: order.fund,
    reference: `free:${order.user_id}:${what}`
  })
  return order.id
}

function refuseSecond(error: unknown): never {
  if (!(error instanceof AlreadyBookedError)) throw error
  throw new Problem('duplication', { detail: 'you already have this free package', cause: error })
}

async function applicationFor(
  db: Queries,
  userId: string,
  input: NewOrder
): Promise<Selectable<ApplicationTable>> {
  const [id, ...more] = new Set(
    [...(input.application_ids ?? []), input.application_id ?? ''].filter(each => each !== '')
  )
  if (id === undefined) throw wrong('application_id', 'required', 'an order needs an application')
  if (more.length > 0) throw wrong('application_ids', 'too_many', 'an order takes one application')
  await checkOwner(db, 'application', id, userId)
  return db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Reads the packages in the order in which they were named, each as often as it was named. */
async function packagesFor(
  db: Queries,
  application: Selectable<ApplicationTable>,
  input: NewOrder
): Promise<PackageRow[]> {
  const several = input.package_ids?.filter(each => each !== '') ?? []
  const field = several.length > 0 ? 'package_ids' : 'package_id'
  const ids = several.length > 0 ? several : [input.package_id ?? ''].filter(each => each !== '')
  if (ids.length === 0) throw wrong('package_id', 'required', 'an order needs a package')
  if (ids.length > MOST) throw wrong(field, 'too_many', `an order has at most ${MOST} packages`)
  const rows = await db
    .selectFrom('package')
    .selectAll()
    .where('id', 'in', ids)
    .where('active', '=', 1)
    .execute()
  const gift = ids.length > 1 && rows.some(row => row.price === 0)
  if (gift) throw wrong(field, 'too_many', 'a free package must be ordered alone')
  return ids.map(id => {
    const found = rows.find(row => row.id === id)
    if (found === undefined) throw wrong(field, 'not_allowed', `package ${id} is not on sale`)
    const fits =
      found.type === application.type &&
      found.service_id === resolveServiceId(application.service_id)
    if (!fits) throw wrong(field, 'not_allowed', `package ${id} is not for this application`)
    return found
  })
}

function wrong(field: string, code: string, detail: string): Problem {
  return new Problem('bad_request', { detail, issues: [{ field, code }] })
}
