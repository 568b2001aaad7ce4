import { setDefaultCACertificates } from 'node:tls'
import { connectDatabase, type DatabasePlace } from '#servers/lib/database/database.ts'
import { checkLedger } from '#servers/operation/check-ledger.ts'

type Order = DatabasePlace & {
  /** Certificates of the authorities that the server trusts, as PEM. Empty for SQLite. */
  authorities: readonly string[]
  /** Unix milliseconds. */
  now: number
}

/**
 * The job of the process that checks the ledger. It has its own connection: that of a server would
 * be read-only in the meantime, and SQLite would block its event loop.
 */
export const LEDGER_JOBS = {
  async check({ now, authorities, ...place }: Order): Promise<number> {
    if (authorities.length > 0) setDefaultCACertificates(authorities)
    const database = connectDatabase(place)
    try {
      return (await checkLedger(database, { now })).disagreements.length
    } finally {
      await database.close()
    }
  }
}
