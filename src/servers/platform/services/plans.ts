import type { Service } from '#core/service.ts'
import { readKeptRows } from '#servers/lib/database/kept-rows.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

type People = { service_id: string; people: number }

/** Tells which services the users have plans for. */
export type ServicePlans = {
  /** Whether the user has applied for a plan that pays for the service. */
  applied(service: Service): boolean
  /** The number of users with such a plan. */
  count(service: Service): number
}

/**
 * Reads the plans per service. A global plan pays for every service; any other plan names its
 * service by id or alias.
 * @param userId empty for a guest
 */
export async function readServicePlans(db: Queries, userId: string): Promise<ServicePlans> {
  const counted = await peopleByService(db)
  const mine =
    userId === ''
      ? []
      : await db
          .selectFrom('application')
          .select('service_id')
          .where('user_id', '=', userId)
          .execute()
  const pays = (name: string, { id, serviceId }: Service): boolean =>
    name === '' || name === id || name === serviceId
  return {
    applied: service => mine.some(each => pays(each.service_id, service)),
    count: service =>
      counted
        .filter(each => pays(each.service_id, service))
        .reduce((sum, each) => sum + Number(each.people), 0)
  }
}

/** Counts the users by service. If they are many, the count may be a minute old. */
async function peopleByService(db: Queries): Promise<People[]> {
  const query = db
    .selectFrom('application')
    .select(({ fn }) => ['service_id', fn.count<number>('user_id').distinct().as('people')])
    .groupBy('service_id')
    .compile()
  return readKeptRows(db, query, counted =>
    Math.max(0, ...counted.map(each => Number(each.people)))
  )
}
