import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { RunTable } from '#servers/lib/database/run-tables.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { seeded } from './seeded.ts'
import type { TestPerson } from './studio.ts'

type Run = Insertable<RunTable>
const SERVICES = [
  ['chat', 'chat'],
  ['flux', 'images'],
  ['suno', 'audios'],
  ['kling', 'videos']
] as const

/** Creates the receipt of a finished run; amounts are micro-credits, times unix milliseconds. */
export function runOf(
  { application }: Pick<TestPerson, 'application'>,
  more: Partial<Run> = {}
): Run {
  return {
    id: randomUUID(),
    service: 'flux',
    action: 'images',
    user_id: application.user_id,
    application_id: application.id,
    credential_id: null,
    conversation_id: null,
    origin: '',
    state: 'succeeded',
    fund: 'sandbox',
    held: 120_000,
    charged: 120_000,
    measure: 'measured',
    reason: 'finished',
    status_code: 200,
    trace_id: randomUUID(),
    lease_owner: '',
    lease_until: 0,
    stop_at: null,
    created_at: 0,
    finished_at: 1,
    ...more
  }
}

/** Creates many runs at random moments of a span, with various services, states and prices. */
export function randomRuns(
  person: Pick<TestPerson, 'application'>,
  seed: number,
  count: number,
  [from, to]: [number, number]
): Run[] {
  const random = seeded(seed)
  const below = (most: number): number => Math.floor(random() * most)
  return Array.from({ length: count }, () => {
    const [service, action] = SERVICES[below(SERVICES.length)] ?? SERVICES[0]
    const [state, charged] =
      below(5) === 0 ? (['failed', 0] as const) : (['succeeded', below(1_000_000)] as const)
    return runOf(person, {
      service,
      action,
      state,
      charged,
      held: charged + below(5),
      created_at: from + below(to - from)
    })
  })
}

/** Inserts runs in batches of 200. */
export async function writeRuns(
  { database }: { database: { db: Queries } },
  runs: readonly Run[]
): Promise<void> {
  for (let at = 0; at < runs.length; at += 200)
    await database.db
      .insertInto('run')
      .values(runs.slice(at, at + 200))
      .execute()
}
