import { connectDatabase, type DatabasePlace } from '#servers/lib/database/database.ts'
import { checkLedger } from '#servers/operation/check-ledger.ts'

type Order = DatabasePlace & {
  /** Unix milliseconds. */
  now: number
}

/**
 * The job of the thread that checks the ledger. It has its own connection: that of a server would
 * be read-only in the meantime, and SQLite would block its event loop.
 */
export const LEDGER_JOBS = {
  async check({ now, ...place }: Order): Promise<number> {
    const database = connectDatabase(place)
    try {
      return (await checkLedger(database, { now })).disagreements.length
    } finally {
      await database.close()
    }
  }
}
