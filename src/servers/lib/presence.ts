import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Context } from '#servers/lib/context.ts'

/** Milliseconds between two signs of life, and after how many of silence a process is taken for gone. */
const PACE = 30_000
const SILENCE = 3 * PACE

type Needs = Pick<Context, 'config' | 'database' | 'clock' | 'log'>

/** The version of Polymuse that runs. */
export const VERSION = (JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }).version

/** Says in the database that this process lives, for operators to see. @returns what ends it */
export async function startPresence({ config, database: { db }, clock, log }: Needs): Promise<() => Promise<void>> {
  const id = randomUUID()
  const now = clock.now()
  const own = { host: hostname(), pid: process.pid, parts: config.parts.join(','), version: VERSION }
  await db
    .deleteFrom('process')
    .where('seen_at', '<', now - SILENCE)
    .execute()
  await db
    .insertInto('process')
    .values({ id, ...own, started_at: now, seen_at: now })
    .execute()
  const timer = setInterval(() => {
    const seen = db.updateTable('process').set({ seen_at: clock.now() }).where('id', '=', id).execute()
    seen.catch((error: unknown) => log.error({ err: error }, 'presence could not be told'))
  }, PACE).unref()
  return async () => {
    clearInterval(timer)
    // Where the database is gone already, its silence tells the same.
    await db
      .deleteFrom('process')
      .where('id', '=', id)
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, 'presence could not be ended'))
  }
}

/** Processes that were heard of lately, the oldest first. */
export function livingProcesses({ database: { db }, clock }: Pick<Needs, 'database' | 'clock'>) {
  return db
    .selectFrom('process')
    .selectAll()
    .where('seen_at', '>=', clock.now() - SILENCE)
    .orderBy('started_at')
    .execute()
}
