import { sql } from 'kysely'
import { Problem } from '#core/problem.ts'
import { readRemaining, type Booking } from '#servers/ledger/ledger.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/**
 * Micro-credits that a run may still hold, and which limit they come from: the plan's fund or the
 * key's own limit.
 */
export type SpendableCredits = { micro: number; end: 'fund' | 'key' }

type Asked = Pick<Booking, 'applicationId' | 'fund'> & { credentialId: string | null }

/**
 * Reads how many micro-credits may be held for work that starts or continues. Call it in the
 * transaction that holds them: if several runs compete for the last credits, each sees what the
 * others took.
 */
export async function readSpendable(tx: Queries, asked: Asked): Promise<SpendableCredits> {
  const key = await leftOfKey(tx, asked.credentialId)
  const fund = await readRemaining(tx, asked.applicationId, asked.fund)
  return key < fund ? { micro: key, end: 'key' } : { micro: fund, end: 'fund' }
}

/** Builds the problem `used_up` for what ran out: the fund or the key's limit. */
export function usedUpProblem(end: SpendableCredits['end']): Problem {
  if (end === 'fund') return new Problem('used_up')
  return new Problem('used_up', {
    detail: 'the limit of this key is reached; its application may have more credits',
    issues: [{ field: 'limited_amount', code: 'key_used_up' }]
  })
}

async function leftOfKey(tx: Queries, credentialId: string | null): Promise<number> {
  if (credentialId === null) return Infinity
  // This update changes nothing but locks the row. Other runs with the same key wait until this
  // transaction has ended.
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
    .select(
      sql<number>`coalesce(sum(case when state in ('queued', 'running') then held else charged end), 0)`.as(
        'taken'
      )
    )
    .where('credential_id', '=', credentialId)
    .executeTakeFirstOrThrow()
  return Math.max(0, key.limited - Number(taken))
}
