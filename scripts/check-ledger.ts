// `npm run check:ledger`: compares funds, runs and plans with the ledger, on a database that may be
// in use. It changes nothing.
import { connectDatabase } from '#servers/lib/database/database.ts'
import { requireSchema } from '#servers/lib/database/migrate.ts'
import { checkLedger, type LedgerReport } from '#servers/operation/check-ledger.ts'
import { readOwnConfig, tellOperator } from './operator.ts'

/** Maximum number of differences to print; the rest is only counted. */
const SHOWN = 200

async function report(): Promise<LedgerReport> {
  const config = readOwnConfig()
  const database = connectDatabase({ url: config.databaseUrl, dataDir: config.dataDir })
  try {
    await requireSchema(database.db)
    return await checkLedger(database, { now: Date.now() })
  } finally {
    await database.close()
  }
}

await tellOperator('The ledger could not be checked', async ({ say }) => {
  const { counts, disagreements } = await report()
  for (const { rule, id, says } of disagreements.slice(0, SHOWN)) say(`${rule}: ${id} ${says}`)
  if (disagreements.length > SHOWN) say(`and ${disagreements.length - SHOWN} more`)
  const agree = disagreements.length === 0
  const verdict = agree
    ? 'all agree with the ledger'
    : `${disagreements.length} disagree with the ledger`
  const { funds, bookings, runs, applications, periods, orders, inviters } = counts
  say(
    `${funds} funds, ${bookings} entries, ${runs} runs, ${applications} plans, ${periods} periods, ${orders} orders, ${inviters} inviters: ${verdict}`
  )
  return agree
})
