import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { findService } from '#catalog/index.ts'
import type { ChangePackage, NewPackage, Package } from '#contract/package.ts'
import {
  dollarsToCents,
  microToCredits,
  centsToDollars,
  creditsToMicro,
  addMargin
} from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import { countList } from '#servers/lib/database/kept-rows.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { PackageTable } from '#servers/lib/database/shop-tables.ts'
import { commitEffect } from '#servers/lib/once-calls.ts'
import type { PriceViewer } from '#servers/platform/looker.ts'
import { checkPayable } from '#servers/platform/orders/offer.ts'
import { parseOrdering } from '#servers/platform/ordering.ts'

export type PackageRow = Selectable<PackageTable>
type Needs = Pick<Context, 'database' | 'clock' | 'config'>
type Filter = { service_id?: string | undefined; type?: PackageRow['type'] | undefined }
type Page = { limit: number; offset: number; ordering?: string | undefined }

const COLUMNS = ['position', 'created_at', 'price', 'amount', 'duration'] as const

/** Lists the packages on sale. */
export async function listPackages(
  db: Queries,
  buyer: PriceViewer,
  filter: Filter,
  page: Page
): Promise<{ items: Package[]; count: number }> {
  let query = db.selectFrom('package').where('active', '=', 1)
  if (filter.type !== undefined) query = query.where('type', '=', filter.type)
  if (filter.service_id !== undefined)
    query = query.where('service_id', '=', resolveServiceId(filter.service_id))
  const { column, direction } = parseOrdering(page.ordering, COLUMNS, {
    column: 'position',
    direction: 'asc'
  })
  const rows = await query
    .selectAll()
    .orderBy(column, direction)
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const count = await countList(db, query, page, rows.length)
  return { items: rows.map(row => toPackage(row, buyer)), count }
}

/**
 * Creates a package that an operator defined.
 * @throws Problem `bad_request`
 */
export async function createPackage(
  needs: Needs,
  buyer: PriceViewer,
  input: NewPackage
): Promise<Package> {
  const { database, clock } = needs
  const service_id = requireServiceId(input.service_id ?? '')
  checkDuration(input.type, input.duration)
  const price = dollarsToCents(input.base_price ?? input.price)
  checkPayable(needs, price, { field: input.base_price == null ? 'price' : 'base_price' })
  const now = clock.now()
  const row = await commitEffect(database, tx =>
    tx
      .insertInto('package')
      .values({
        id: randomUUID(),
        service_id,
        type: input.type,
        title: input.title ?? '',
        amount: creditsToMicro(input.amount),
        price,
        duration: input.duration,
        position: input.position ?? 1000,
        active: 1,
        created_at: now,
        updated_at: now
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  )
  return toPackage(row, buyer)
}

/**
 * Changes the given fields of a package.
 * @param buyer the operator; a price that is sent back unchanged contains their site's margin
 * @throws Problem `not_found`, `bad_request`
 */
export async function changePackage(
  needs: Needs,
  buyer: PriceViewer,
  id: string,
  change: Partial<ChangePackage>
): Promise<Package> {
  const { database, clock } = needs
  const { title, amount, duration, position, active } = change
  return database.transaction(async tx => {
    const before = await tx
      .selectFrom('package')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (before === undefined) throw new Problem('not_found', { detail: `no package ${id}` })
    checkDuration(before.type, duration ?? before.duration)
    const price = basePrice(before, buyer, change)
    if (price !== before.price)
      checkPayable(needs, price, { field: change.base_price == null ? 'price' : 'base_price' })
    const row = await tx
      .updateTable('package')
      .set({
        title: title ?? before.title,
        amount: amount === undefined ? before.amount : creditsToMicro(amount),
        price,
        duration: duration ?? before.duration,
        position: position ?? before.position,
        active: active === undefined ? before.active : Number(active),
        updated_at: clock.now()
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return toPackage(row, buyer)
  })
}

/**
 * Takes a package off sale. The row stays, because orders refer to it.
 * @throws Problem `not_found`
 */
export async function removePackage(needs: Needs, id: string): Promise<void> {
  await changePackage(needs, { margin: 0, operator: true }, id, { active: false })
}

/**
 * Returns the price in cents, before any margin, that a change sets. `price` alone is that price.
 * Beside `base_price`, `price` must be a price that was shown; any other would give the package two
 * prices.
 */
function basePrice(
  before: PackageRow,
  { margin }: PriceViewer,
  { price, base_price }: Partial<ChangePackage>
): number {
  if (base_price == null) return price === undefined ? before.price : dollarsToCents(price)
  const base = dollarsToCents(base_price)
  const shown = [before.price, base].flatMap(cents => [cents, addMargin(cents, margin)])
  if (price !== undefined && !shown.includes(dollarsToCents(price)))
    throw wrong('price', 'not_allowed', 'price: change base_price, from which it follows')
  return base
}

/** Converts a row to a package of the API. Only operators see its `base_price`. */
export function toPackage(row: PackageRow, { margin, operator }: PriceViewer): Package {
  return {
    id: row.id,
    service_id: row.service_id === '' ? null : row.service_id,
    type: row.type,
    title: row.title,
    amount: microToCredits(row.amount),
    price: centsToDollars(addMargin(row.price, margin)),
    base_price: operator ? centsToDollars(row.price) : null,
    duration: row.duration,
    active: row.active === 1,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString()
  }
}

/** Returns the fixed id of a service, given its id or alias. Returns an unknown name unchanged. */
export function resolveServiceId(service: string): string {
  return findService(service)?.serviceId ?? service
}

/**
 * Returns the fixed id of a service, given its id or alias. Returns an empty string for an empty
 * name.
 * @throws Problem `bad_request` for an unknown service
 */
export function requireServiceId(asked: string): string {
  const service = findService(asked)
  if (asked !== '' && service === undefined)
    throw wrong('service_id', 'not_allowed', `there is no service "${asked}"`)
  return service?.serviceId ?? ''
}

function checkDuration(type: PackageRow['type'], duration: number): void {
  if (type === 'Period' && duration === 0)
    throw wrong('duration', 'required', 'a Period needs a duration')
  if (type === 'Usage' && duration !== 0)
    throw wrong('duration', 'not_allowed', 'Usage has no duration')
}

function wrong(field: string, code: string, detail: string): Problem {
  return new Problem('bad_request', { detail, issues: [{ field, code }] })
}
