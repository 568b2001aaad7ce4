// Holds credits several times from a process of its own. It prints the outcome of each attempt as
// JSON: `node tests/support/spend.ts
// '{"url":…,"dataDir":…,"applicationId":…,"times":…,"name":…,"amount":…}'`.
import { Problem } from '#core/problem.ts'
import { hold } from '#servers/ledger/ledger.ts'
import { openDatabase } from '#servers/lib/database/database.ts'

const { url, dataDir, applicationId, times, name, amount } = JSON.parse(
  process.argv[2] ?? '{}'
) as {
  url: string | null
  dataDir: string
  applicationId: string
  times: number
  name: string
  amount: number
}
const database = await openDatabase({ url, dataDir })
const outcomes = await Promise.all(
  Array.from({ length: times }, (_, index) =>
    database
      .transaction(tx =>
        hold(tx, { applicationId, fund: 'sandbox', reference: `${name}-${index}`, amount, now: 0 })
      )
      .then(
        () => 'passed',
        (error: unknown) => (error instanceof Problem ? error.code : String(error))
      )
  )
)
await database.close()
process.stdout.write(JSON.stringify(outcomes))
