import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { findService } from '#catalog/index.ts'
import type { ChangePackage, NewPackage, Package } from '#contract/package.ts'
import { toCents, toCredits, toDollars, toMicro, withMargin } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/database.ts'
import type { PackageTable } from '#servers/lib/database/shop-tables.ts'
import { orderingOf } from '#servers/platform/ordering.ts'

export type PackageRow = Selectable<PackageTable>
type Needs = Pick<Context, 'database' | 'clock'>
type Filter = { service_id?: string | undefined; type?: PackageRow['type'] | undefined }
type Page = { limit: number; offset: number; ordering?: string | undefined }

const COLUMNS = ['position', 'created_at', 'price', 'amount', 'duration'] as const

/**
 * What is sold.
 * @param margin of the site that asks, in thousandths
 */
export async function listPackages(db: Queries, margin: number, filter: Filter, page: Page): Promise<{ items: Package[]; count: number }> {
  let query = db.selectFrom('package').where('active', '=', 1)
  if (filter.type !== undefined) query = query.where('type', '=', filter.type)
  if (filter.service_id !== undefined) query = query.where('service_id', '=', fixedId(filter.service_id))
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const { column, direction } = orderingOf(page.ordering, COLUMNS, { column: 'position', direction: 'asc' })
  const rows = await query.selectAll().orderBy(column, direction).orderBy('id').limit(page.limit).offset(page.offset).execute()
  return { items: rows.map(row => toPackage(row, margin)), count: Number(count) }
}

/** Makes a package of an operator's own. @throws Problem `bad_request` */
export async function createPackage({ database, clock }: Needs, input: NewPackage): Promise<Package> {
  const asked = input.service_id ?? ''
  const service = findService(asked)
  if (asked !== '' && service === undefined) throw wrong('service_id', 'not_allowed', `there is no service "${asked}"`)
  checkDuration(input.type, input.duration)
  const now = clock.now()
  const row = await database.db
    .insertInto('package')
    .values({
      id: randomUUID(),
      service_id: service?.serviceId ?? '',
      type: input.type,
      title: input.title ?? '',
      amount: toMicro(input.amount),
      price: toCents(input.price),
      duration: input.duration,
      position: input.position ?? 1000,
      active: 1,
      created_at: now,
      updated_at: now
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPackage(row, 0)
}

/** Changes what is given. @throws Problem `not_found`, `bad_request` */
export async function changePackage({ database, clock }: Needs, id: string, change: Partial<ChangePackage>): Promise<Package> {
  const { title, amount, price, duration, position, active } = change
  return database.transaction(async tx => {
    const before = await tx.selectFrom('package').selectAll().where('id', '=', id).executeTakeFirst()
    if (before === undefined) throw new Problem('not_found', { detail: `no package ${id}` })
    checkDuration(before.type, duration ?? before.duration)
    const row = await tx
      .updateTable('package')
      .set({
        title: title ?? before.title,
        amount: amount === undefined ? before.amount : toMicro(amount),
        price: price === undefined ? before.price : toCents(price),
        duration: duration ?? before.duration,
        position: position ?? before.position,
        active: active === undefined ? before.active : Number(active),
        updated_at: clock.now()
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return toPackage(row, 0)
  })
}

/** Sells it no more. The row stays: orders name it. @throws Problem `not_found` */
export async function removePackage(needs: Needs, id: string): Promise<void> {
  await changePackage(needs, id, { active: false })
}

/** A package as it stands on the wire. @param margin in thousandths */
export function toPackage(row: PackageRow, margin: number): Package {
  return {
    id: row.id,
    service_id: row.service_id === '' ? null : row.service_id,
    type: row.type,
    title: row.title,
    amount: toCredits(row.amount),
    price: toDollars(withMargin(row.price, margin)),
    duration: row.duration,
    active: row.active === 1,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString()
  }
}

/** The fixed id of a service that is named by either of its ids. */
export function fixedId(service: string): string {
  return findService(service)?.serviceId ?? service
}

function checkDuration(type: PackageRow['type'], duration: number): void {
  if (type === 'Period' && duration === 0) throw wrong('duration', 'required', 'a Period needs a duration')
  if (type === 'Usage' && duration !== 0) throw wrong('duration', 'not_allowed', 'Usage has no duration')
}

function wrong(field: string, code: string, detail: string): Problem {
  return new Problem('bad_request', { detail, issues: [{ field, code }] })
}
