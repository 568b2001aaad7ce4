import type { FundKind } from '#servers/lib/database/columns.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { RunState } from '#servers/lib/database/run-tables.ts'

/** Milliseconds after the end of its lease for which an answer may still be taken over. */
const HOUR = 3_600_000

/**
 * The open runs of one service, state and fund. `oldest` is unix milliseconds; `held` are
 * micro-credits; `overdue` counts those past their deadline, and answers of a dead process.
 */
export type OpenRuns = {
  service: string
  state: RunState
  fund: FundKind
  count: number
  oldest: number
  held: number
  overdue: number
}

/**
 * Reads the open runs. There are few, and an index finds them.
 * @param now unix milliseconds
 */
export async function readOpenRuns(db: Queries, now: number): Promise<OpenRuns[]> {
  const rows = await db
    .selectFrom('run')
    .select(['service', 'state', 'fund'])
    .select(({ fn, eb, or, and }) => [
      fn.countAll<number>().as('count'),
      fn.min('created_at').as('oldest'),
      fn.sum<number>('held').as('held'),
      fn
        .sum<number>(
          eb
            .case()
            .when(
              or([
                eb('deadline_at', '<', now),
                and([
                  eb('state', '=', 'running'),
                  eb('lease_until', '>', 0),
                  eb('lease_until', '<', now - HOUR)
                ])
              ])
            )
            .then(1)
            .else(0)
            .end()
        )
        .as('overdue')
    ])
    .where('state', 'in', ['queued', 'running'])
    .groupBy(['service', 'state', 'fund'])
    .execute()
  return rows.map(row => ({
    ...row,
    count: Number(row.count),
    oldest: Number(row.oldest),
    held: Number(row.held),
    overdue: Number(row.overdue)
  }))
}
