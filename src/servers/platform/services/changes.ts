import type { ChangeService } from '#contract/service.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/database.ts'

/** What operators changed of a service, by field. */
export type ServiceChanges = {
  title?: string
  description?: string
  introduction?: string
  tags?: string[]
  thumbnail?: string
  free_amount?: number
  enabled?: boolean
  metadata?: Record<string, unknown>
}

type Needs = Pick<Context, 'database' | 'clock' | 'terms'>

const FIELDS = ['title', 'description', 'introduction', 'tags', 'thumbnail', 'free_amount', 'enabled', 'metadata'] as const

/** All changes, by the service's fixed id. */
export async function changesOf(db: Queries): Promise<ReadonlyMap<string, ServiceChanges>> {
  const rows = await db.selectFrom('service_change').selectAll().execute()
  return new Map(rows.map(({ service_id, changes }) => [service_id, JSON.parse(changes) as ServiceChanges]))
}

/** Changes what is given of a service; null goes back to the catalogue. */
export async function changeService({ database, clock, terms }: Needs, id: string, change: Partial<ChangeService>): Promise<void> {
  const updated_at = clock.now()
  await database.transaction(async tx => {
    // The row first: of two changes at once the second waits here, and begins from what the first has left.
    await tx
      .insertInto('service_change')
      .values({ service_id: id, changes: '{}', updated_at })
      .onConflict(conflict => conflict.column('service_id').doUpdateSet({ updated_at }))
      .execute()
    const { changes } = await tx.selectFrom('service_change').select('changes').where('service_id', '=', id).executeTakeFirstOrThrow()
    const merged = JSON.stringify(merge(JSON.parse(changes) as ServiceChanges, change))
    await tx.updateTable('service_change').set({ changes: merged }).where('service_id', '=', id).execute()
  })
  terms.forget()
}

function merge(before: ServiceChanges, change: Partial<ChangeService>): ServiceChanges {
  const given = FIELDS.flatMap(field => (change[field] === undefined ? [] : [[field, change[field]] as const]))
  const merged = { ...before, ...Object.fromEntries(given) }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}
