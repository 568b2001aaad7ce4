// A process for tests to kill. It runs the servers without the site, on a free port. When it
// finishes an order, it prints a line and blocks forever: before the commit, or right after it. Its
// only argument is JSON: { environment, still: 'before' | 'after' }.
import { readConfig } from '#servers/config.ts'
import type { Database } from '#servers/lib/database/database.ts'
import { listen } from '#servers/listen.ts'
import { createContext, mountParts } from '#servers/studio.ts'
import { sayReady } from './compiled.ts'

const { environment, still } = JSON.parse(process.argv[2] ?? '{}') as {
  environment: Record<string, string>
  still: 'before' | 'after'
}
const config = readConfig(environment)
const context = await createContext(config)

async function standStill(): Promise<never> {
  process.stdout.write('still\n')
  return new Promise<never>(() => undefined)
}

async function isFinished(db: Pick<Database['db'], 'selectFrom'>): Promise<boolean> {
  return (
    (await db.selectFrom('order').select('id').where('state', '=', 'Finished').execute()).length > 0
  )
}

const transaction: Database['transaction'] = async work => {
  const answer = await context.database.transaction(async tx => {
    const made = await work(tx)
    return still === 'before' && (await isFinished(tx)) ? standStill() : made
  })
  return still === 'after' && (await isFinished(context.database.db)) ? standStill() : answer
}

const studio = await mountParts(
  { ...context, database: { ...context.database, transaction } },
  { site: false }
)
const { url } = await listen(studio, config)
sayReady(url)
