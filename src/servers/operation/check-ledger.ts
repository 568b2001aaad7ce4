import { sql } from 'kysely'
import type { Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { readLedgerFacts, FACT_SUBJECTS } from '#servers/operation/ledger-facts.ts'
import { disagreementsOf, type Disagreement } from '#servers/operation/ledger-rules.ts'
import type { IdRange } from '#servers/operation/page.ts'

export type LedgerReport = {
  /** Number of checked funds, runs and plans. */
  counts: Record<(typeof FACT_SUBJECTS)[number], number>
  disagreements: Disagreement[]
}

/** Approximate number of entries on one page, so that reading a page takes little time. */
const PAGE = 20_000

type Options = {
  /** Unix milliseconds. */
  now: number
  /**
   * Number of hexadecimal digits of an id by which entries are divided into pages: one makes 16
   * pages, two 256. By default it depends on the size of the ledger.
   */
  digits?: number
}

/**
 * Compares every fund, run and plan with the ledger, while servers use the database. It only reads,
 * page by page. Each page is one statement, so it shows a single moment, and no server waits for
 * it.
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
      for (const subject of FACT_SUBJECTS) {
        const facts = await readLedgerFacts(subject, db, database.kind, page)
        report.counts[subject] += facts.count
        report.disagreements.push(...disagreementsOf(facts, now))
      }
    }
    return report
  })
}

/** Runs `work` in a read-only mode of the database, where any write would fail. */
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

/**
 * Divides all possible ids into pages by their first digits. An entry with the reference `<run>:1`
 * is on the page of `<run>`.
 */
function pagesOf(digits: number): IdRange[] {
  const pages = 16 ** digits
  const cut = (index: number): string | null =>
    index === 0 || index === pages ? null : index.toString(16).padStart(digits, '0')
  return Array.from({ length: pages }, (_, index) => ({ from: cut(index), to: cut(index + 1) }))
}
