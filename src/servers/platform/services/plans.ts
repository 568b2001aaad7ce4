import type { Service } from '#core/service.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Above this number of users, counting them takes longer than a page should. */
const MANY = 10_000

/** Milliseconds for which the count of many users is cached. */
const KEPT = 60_000

type People = { service_id: string; people: number }

const kept = new WeakMap<Queries, { counted: People[]; at: number }>()

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
  const known = kept.get(db)
  if (known !== undefined && performance.now() - known.at < KEPT) return known.counted
  const counted = await db
    .selectFrom('application')
    .select(({ fn }) => ['service_id', fn.count<number>('user_id').distinct().as('people')])
    .groupBy('service_id')
    .execute()
  if (counted.some(({ people }) => Number(people) > MANY))
    kept.set(db, { counted, at: performance.now() })
  return counted
}
