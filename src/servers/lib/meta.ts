import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Reads a value of the table `meta`; null where there is none. */
export async function readMeta(db: Queries, key: string): Promise<string | null> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value ?? null
}

/** Stores a value in the table `meta`, in place of an earlier one. */
export async function storeMeta(db: Queries, key: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/**
 * Claims periodic work, so that only one process at a time does it.
 * @param key the row of `meta` that holds the time of the last claim
 * @param pause milliseconds that must have passed since the last claim
 * @returns false if another process has claimed it later than that
 */
export async function claimMeta(
  { database: { db }, clock }: Pick<Context, 'database' | 'clock'>,
  key: string,
  pause: number
): Promise<boolean> {
  // Times as ISO text have the order of time.
  const at = (time: number): string => new Date(time).toISOString()
  const value = at(clock.now())
  const claimed = await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict(conflict =>
      conflict
        .column('key')
        .doUpdateSet({ value })
        .where('meta.value', '<=', at(clock.now() - pause))
    )
    .executeTakeFirst()
  return (claimed.numInsertedOrUpdatedRows ?? 0n) > 0n
}
