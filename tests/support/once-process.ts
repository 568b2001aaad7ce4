// A process for tests to kill. It runs the servers without the site, on a free port. A call with
// one of the test's idempotency keys prints a line and then blocks forever: before its transaction,
// before the commit or right after it; with `nowhere` no call blocks. Its only argument is JSON: {
// environment, still: 'begun' | 'before' | 'after' | 'nowhere' }.
import { readConfig } from '#servers/config.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { createIdempotentCalls } from '#servers/lib/once-calls.ts'
import { listen } from '#servers/listen.ts'
import { createContext, mountParts } from '#servers/studio.ts'
import { sayReady } from './compiled.ts'

const { environment, still } = JSON.parse(process.argv[2] ?? '{}') as {
  environment: Record<string, string>
  still: 'begun' | 'before' | 'after' | 'nowhere'
}
const config = readConfig(environment)
const context = await createContext(config)

let standing = 0

async function standStill(): Promise<never> {
  standing++
  process.stdout.write('still\n')
  return new Promise<never>(() => undefined)
}

/** Counts the test's idempotency keys; with `changed`, only those whose call has had an effect. */
async function keys(db: Queries, changed: boolean): Promise<number> {
  const found = await db
    .selectFrom('idempotency')
    .select(['effect', 'run_id'])
    .where('key', 'like', 'killed-%')
    .execute()
  return found.filter(row => !changed || row.effect !== null || row.run_id !== null).length
}

const transaction: Database['transaction'] = async work => {
  if (still === 'begun' && (await keys(context.database.db, false)) > standing) return standStill()
  const answer = await context.database.transaction(async tx => {
    const made = await work(tx)
    return still === 'before' && (await keys(tx, true)) > standing ? standStill() : made
  })
  return still === 'after' && (await keys(context.database.db, true)) > standing
    ? standStill()
    : answer
}

const database = { ...context.database, transaction }
const calls = createIdempotentCalls({ ...context, database })
const studio = await mountParts({ ...context, database, calls }, { site: false })
const { url } = await listen(studio, config)
sayReady(url)
