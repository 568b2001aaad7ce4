import type { FailureRates } from '#contract/operation.ts'
import type { Context } from '#servers/lib/context.ts'

const HOUR = 3_600_000

/**
 * Counts how the runs of the last day ended, with one query that uses the index of finish times.
 */
export async function readFailureRates({
  database: { db },
  clock
}: Pick<Context, 'database' | 'clock'>): Promise<FailureRates> {
  const now = clock.now()
  const rows = await db
    .selectFrom('run')
    .select(({ fn, eb }) => [
      'service',
      'state',
      'reason',
      fn.countAll<number>().as('day'),
      fn
        .sum<number>(
          eb
            .case()
            .when('finished_at', '>=', now - HOUR)
            .then(1)
            .else(0)
            .end()
        )
        .as('hour')
    ])
    .where('finished_at', '>=', now - 24 * HOUR)
    .groupBy(['service', 'state', 'reason'])
    .execute()
  const services = new Map<string, FailureRates['services'][number]>()
  const problems = new Map<string, FailureRates['problems'][number]>()
  for (const { service, state, reason, ...counted } of rows) {
    const [hour, day] = [Number(counted.hour), Number(counted.day)]
    const failed = state === 'failed'
    const all = services.get(service) ?? { service, hour: 0, hour_failed: 0, day: 0, day_failed: 0 }
    services.set(service, {
      service,
      hour: all.hour + hour,
      hour_failed: all.hour_failed + (failed ? hour : 0),
      day: all.day + day,
      day_failed: all.day_failed + (failed ? day : 0)
    })
    if (!failed) continue
    const kind = problems.get(reason) ?? { code: reason, hour: 0, day: 0 }
    problems.set(reason, { code: reason, hour: kind.hour + hour, day: kind.day + day })
  }
  return {
    services: [...services.values()].toSorted((a, b) => b.day - a.day),
    problems: [...problems.values()].toSorted((a, b) => b.day - a.day)
  }
}
