import { sql } from 'kysely'
import { Problem } from '#core/problem.ts'
import { remaining, type Booking } from '#servers/ledger/ledger.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** What a run may still hold, in micro-credits, and what ends it: the money of its application, or the limit of its key. */
export type Spendable = { micro: number; end: 'fund' | 'key' }

type Asked = Pick<Booking, 'applicationId' | 'fund'> & { credentialId: string | null }

/**
 * What a key may hold for work that begins or goes on, inside the transaction that holds it. Of runs that want the last
 * of a limit at once, each sees what the one before it took.
 */
export async function spendable(tx: Queries, asked: Asked): Promise<Spendable> {
  const key = await leftOfKey(tx, asked.credentialId)
  const fund = await remaining(tx, asked.applicationId, asked.fund)
  return key < fund ? { micro: key, end: 'key' } : { micro: fund, end: 'fund' }
}

/** @throws Problem `used_up` naming what is: the money, or the key's limit */
export function usedUp(end: Spendable['end']): Problem {
  if (end === 'fund') return new Problem('used_up')
  return new Problem('used_up', {
    detail: 'the limit of this key is used up; its application may have more',
    issues: [{ field: 'limited_amount', code: 'key_used_up' }]
  })
}

async function leftOfKey(tx: Queries, credentialId: string | null): Promise<number> {
  if (credentialId === null) return Infinity
  // Writing it changes nothing, and makes whoever else holds with this key wait for our end.
  const key = await tx
    .updateTable('credential')
    .set({ limited: sql`limited` })
    .where('id', '=', credentialId)
    .where('limited', 'is not', null)
    .returning('limited')
    .executeTakeFirst()
  if (key === undefined || key.limited === null) return Infinity
  const { taken } = await tx
    .selectFrom('run')
    .select(sql<number>`coalesce(sum(case when state in ('queued', 'running') then held else charged end), 0)`.as('taken'))
    .where('credential_id', '=', credentialId)
    .executeTakeFirstOrThrow()
  return Math.max(0, key.limited - Number(taken))
}
