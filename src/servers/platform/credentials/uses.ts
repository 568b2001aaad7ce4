import type { Queries } from '#servers/lib/database/queries.ts'

/**
 * The use of a credential: micro-credits charged, and when its last run began (unix milliseconds).
 */
export type CredentialUse = { spent: number; last: number | null }

export const NO_CREDENTIAL_USE: CredentialUse = { spent: 0, last: null }

/**
 * Reads the use of credentials from the runs, so that no call has to record it. Credentials that
 * were never used are missing from the map.
 */
export async function readCredentialUses(
  db: Queries,
  ids: readonly string[]
): Promise<Map<string, CredentialUse>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('run')
    .select([
      'credential_id',
      ({ fn }) => fn.sum<number>('charged').as('spent'),
      ({ fn }) => fn.max('created_at').as('last')
    ])
    .where('credential_id', 'in', ids)
    .groupBy('credential_id')
    .execute()
  return new Map(
    rows.map(row => [row.credential_id ?? '', { spent: Number(row.spent), last: Number(row.last) }])
  )
}
