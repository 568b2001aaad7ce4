import { sql } from 'kysely'
import type { Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { factsOf, FACTS } from '#servers/operation/ledger-facts.ts'
import { disagreementsOf, type Disagreement } from '#servers/operation/ledger-rules.ts'
import type { Page } from '#servers/operation/page.ts'

export type LedgerReport = {
  /** How many of each were looked at. */
  counts: Record<(typeof FACTS)[number], number>
  disagreements: Disagreement[]
}

/** Entries that one page may have about, so that a page is a short read. */
const PAGE = 20_000

type Options = {
  /** Unix milliseconds. */
  now: number
  /** Hexadecimal digits of ids that divide the pages: 16 pages for one, 256 for two. By the size of the ledger when not given. */
  digits?: number
}

/**
 * Compares every fund, run and application with the ledger, on a database that is in use: reads only, a page at a time.
 * Each page is one statement, thus of one moment; nothing waits for it.
 */
export async function checkLedger(
  database: Database,
  { now, digits }: Options
): Promise<LedgerReport> {
  return readOnly(database, async db => {
    const report: LedgerReport = {
      counts: {
        funds: 0,
        bookings: 0,
        runs: 0,
        applications: 0,
        periods: 0,
        orders: 0,
        inviters: 0
      },
      disagreements: []
    }
    for (const page of pagesOf(digits ?? (await digitsFor(db)))) {
      for (const subject of FACTS) {
        const facts = await factsOf(subject, db, database.kind, page)
        report.counts[subject] += facts.count
        report.disagreements.push(...disagreementsOf(facts, now))
      }
    }
    return report
  })
}

/** Runs `work` where a write would fail. */
async function readOnly<T>({ db, kind }: Database, work: (db: Queries) => Promise<T>): Promise<T> {
  const name = kind === 'sqlite' ? 'pragma query_only' : 'set default_transaction_read_only'
  return db.connection().execute(async connection => {
    await sql.raw(`${name} = on`).execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql.raw(`${name} = off`).execute(connection)
    }
  })
}

async function digitsFor(db: Queries): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ledger`.execute(db)
  return Math.min(2, Math.ceil(Math.log2(Math.max(1, (rows[0]?.count ?? 0) / PAGE)) / 4))
}

/** All ids there can be, cut at what random ones begin with; `<run>:1` falls where `<run>` does. */
function pagesOf(digits: number): Page[] {
  const pages = 16 ** digits
  const cut = (index: number): string | null =>
    index === 0 || index === pages ? null : index.toString(16).padStart(digits, '0')
  return Array.from({ length: pages }, (_, index) => ({ from: cut(index), to: cut(index + 1) }))
}
