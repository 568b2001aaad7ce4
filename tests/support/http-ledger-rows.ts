import type { Insertable } from 'kysely'
import { credit, hold, settle } from '#servers/ledger/ledger.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { RunTable } from '#servers/lib/database/run-tables.ts'

export const NOW = Date.UTC(2026, 10, 22, 12)
/** The id of the plan on which everything is booked. */
export const PLAN = 'aaaaaaaa-0000-4000-8000-000000000000'

export const booking = (
  reference: string,
  amount: number
): Parameters<typeof credit>[2] & { fund: 'real' } => ({
  applicationId: PLAN,
  fund: 'real',
  reference,
  amount,
  now: NOW
})

/** Adds the plan {@link PLAN} with 1000 micro-credits. */
export async function addPlan(database: Database): Promise<void> {
  const row = {
    id: PLAN,
    user_id: 'u',
    type: 'Usage' as const,
    scope: 'Global' as const,
    service_id: '',
    expired_at: null,
    created_at: NOW,
    updated_at: NOW
  }
  await database.transaction(async tx => {
    await tx.insertInto('application').values(row).execute()
    await credit(tx, 'order', booking('order-1', 1000))
  })
}

/** Adds a finished run without any ledger entry; `run` overrides columns. */
export async function addRun(
  { db }: Database,
  id: string,
  run: Partial<Insertable<RunTable>>
): Promise<void> {
  await db
    .insertInto('run')
    .values({
      id,
      service: 'chat',
      application_id: PLAN,
      fund: 'real',
      state: 'succeeded',
      held: 0,
      charged: 0,
      action: '',
      user_id: 'u',
      credential_id: null,
      conversation_id: null,
      origin: '',
      measure: null,
      reason: '',
      status_code: 0,
      trace_id: '',
      lease_owner: '',
      lease_until: NOW,
      stop_at: null,
      created_at: NOW,
      finished_at: null,
      ...run
    })
    .execute()
}

/** Adds a finished run that was paid like a chat: two holds of 50, of which `charged` is kept. */
export async function addEndedRun(database: Database, id: string, charged = 30): Promise<void> {
  await addRun(database, id, { held: 100, charged })
  await database.transaction(async tx => {
    await hold(tx, booking(`${id}:0`, 50))
    await hold(tx, booking(`${id}:1`, 50))
    await settle(tx, booking(id, 100), charged)
  })
}

/** Adds a running run that holds 40. */
export async function addRunningRun(
  database: Database,
  id: string,
  change: Partial<RunTable>
): Promise<void> {
  await addRun(database, id, { held: 40, state: 'running', ...change })
  await database.transaction(tx => hold(tx, booking(id, 40)))
}
