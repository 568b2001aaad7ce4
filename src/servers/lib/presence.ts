import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Context } from '#servers/lib/context.ts'

/**
 * `PACE`: milliseconds between two heartbeats. `SILENCE`: milliseconds without one, after which a
 * process counts as ended.
 */
const PACE = 30_000
const SILENCE = 3 * PACE

type Needs = Pick<Context, 'config' | 'database' | 'clock' | 'log'>

/** The version of Polymuse that is running. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
).version

/**
 * Registers this process in the database, for operators to see.
 * @returns a function that ends the registration
 */
export async function startPresence({
  config,
  database: { db },
  clock,
  log
}: Needs): Promise<() => Promise<void>> {
  const id = randomUUID()
  const now = clock.now()
  const own = {
    host: hostname(),
    pid: process.pid,
    parts: config.parts.join(','),
    version: VERSION
  }
  await db
    .deleteFrom('process')
    .where('seen_at', '<', now - SILENCE)
    .execute()
  await db
    .insertInto('process')
    .values({ id, ...own, started_at: now, seen_at: now })
    .execute()
  const timer = setInterval(() => {
    const seen = db
      .updateTable('process')
      .set({ seen_at: clock.now() })
      .where('id', '=', id)
      .execute()
    seen.catch((error: unknown) => log.error({ err: error }, 'presence could not be told'))
  }, PACE).unref()
  return async () => {
    clearInterval(timer)
    // If the database is already closed, the process counts as ended once its heartbeats are
    // missing.
    await db
      .deleteFrom('process')
      .where('id', '=', id)
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, 'presence could not be ended'))
  }
}

/** Lists processes with a recent heartbeat, the oldest first. */
export function livingProcesses({ database: { db }, clock }: Pick<Needs, 'database' | 'clock'>) {
  return db
    .selectFrom('process')
    .selectAll()
    .where('seen_at', '>=', clock.now() - SILENCE)
    .orderBy('started_at')
    .execute()
}
