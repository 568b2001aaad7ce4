import { credit } from '../../src/servers/ledger/ledger.ts'
import type { Queries } from '../../src/servers/lib/database/queries.ts'
import { spreadId } from './spread-id.ts'

/** Number of plans that share the runs. */
export const PLANS = 1000

/** Micro-credits that a plan begins with: more than all runs charge. */
const BEGIN = 1_000_000_000_000

/** Adds plans with credits. Their ids are those of the numbers from 0. */
export async function addPlans(db: Queries): Promise<void> {
  const now = Date.now()
  for (let plan = 0; plan < PLANS; plan++) {
    const id = spreadId(plan)
    const row = {
      id,
      user_id: `user-${plan}`,
      type: 'Usage' as const,
      scope: 'Global' as const,
      service_id: '',
      expired_at: null,
      created_at: now,
      updated_at: now
    }
    await db.insertInto('application').values(row).execute()
    const booking = { applicationId: id, fund: 'real' as const, reference: id, amount: BEGIN, now }
    await credit(db, 'free', booking)
  }
}
