import type { Context } from '#servers/lib/context.ts'
import type { Database } from '#servers/lib/database/database.ts'

/** The row of `meta` with the last check, which all processes share. */
const KEY = 'ledger_check'

/** The end of the last check that succeeded. */
export type LedgerCheck = {
  /** Unix milliseconds of its end. */
  at: number
  /** Milliseconds that it took. */
  took: number
  disagreements: number
}

/** `began`: unix milliseconds at which the latest check began, even if it has not ended yet. */
type Stored = { began: number; last: LedgerCheck | null }

/** Returns the last check of any process; null if there was none. */
export async function readLedgerCheck(database: Pick<Database, 'db'>): Promise<LedgerCheck | null> {
  return (await read(database))?.stored.last ?? null
}

/**
 * Claims a check, so that only one process at a time does it.
 * @param pause returns the milliseconds that must have passed since the latest check began
 * @returns false if another check began later than that
 */
export async function claimLedgerCheck(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  pause: (last: LedgerCheck | null) => number
): Promise<boolean> {
  const { db } = database
  const found = await read(database)
  const began = clock.now()
  if (found === null) {
    const value = JSON.stringify({ began, last: null } satisfies Stored)
    const added = await db
      .insertInto('meta')
      .values({ key: KEY, value })
      .onConflict(conflict => conflict.column('key').doNothing())
      .executeTakeFirst()
    return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
  }
  if (began - found.stored.began < pause(found.stored.last)) return false
  // The condition lets only one of the processes that read the same row begin.
  const claimed = await db
    .updateTable('meta')
    .set({ value: JSON.stringify({ ...found.stored, began } satisfies Stored) })
    .where('key', '=', KEY)
    .where('value', '=', found.text)
    .executeTakeFirst()
  return claimed.numUpdatedRows > 0n
}

/** Stores the result of a check. */
export async function storeLedgerCheck(
  { db }: Pick<Database, 'db'>,
  last: LedgerCheck
): Promise<void> {
  const value = JSON.stringify({ began: last.at - last.took, last } satisfies Stored)
  await db.updateTable('meta').set({ value }).where('key', '=', KEY).execute()
}

async function read({
  db
}: Pick<Database, 'db'>): Promise<{ text: string; stored: Stored } | null> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', KEY).executeTakeFirst()
  return row === undefined ? null : { text: row.value, stored: JSON.parse(row.value) as Stored }
}
