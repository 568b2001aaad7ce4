import type { Booking } from '#servers/ledger/ledger.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Returns whether an open run holds credits of this fund. It may give some of them back. */
export async function hasOpenRun(
  tx: Queries,
  { applicationId, fund }: Pick<Booking, 'applicationId' | 'fund'>
): Promise<boolean> {
  const own = tx
    .selectFrom('run')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('fund', '=', fund)
  return (
    (await own.where('state', 'in', ['queued', 'running']).limit(1).executeTakeFirst()) !==
    undefined
  )
}
