import type { Service } from '#core/service.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Who has plans for which services. */
export type Plans = {
  /** Has the person asked for a plan that pays for it? */
  applied(service: Service): boolean
  /** Of how many people. */
  count(service: Service): number
}

/** A global plan pays for everything; one of its own may name its service by either id. @param userId empty for nobody */
export async function plansOf(db: Queries, userId: string): Promise<Plans> {
  const counted = await db
    .selectFrom('application')
    .select(({ fn }) => ['service_id', fn.count<number>('user_id').distinct().as('people')])
    .groupBy('service_id')
    .execute()
  const mine = userId === '' ? [] : await db.selectFrom('application').select('service_id').where('user_id', '=', userId).execute()
  const pays = (name: string, { id, serviceId }: Service): boolean => name === '' || name === id || name === serviceId
  return {
    applied: service => mine.some(each => pays(each.service_id, service)),
    count: service => counted.filter(each => pays(each.service_id, service)).reduce((sum, each) => sum + Number(each.people), 0)
  }
}
