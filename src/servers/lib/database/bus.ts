import { sql } from 'kysely'
import pg from 'pg'
import type { Context } from '#servers/lib/context.ts'

const CHANNEL = 'polymuse'

/** PostgreSQL allows at most 8,000 bytes a notification; an id has 36, and a comma. */
const IDS_PER_MESSAGE = 200

/** Milliseconds before a lost connection is opened again. */
const RECONNECT = 2000

/**
 * Wakes other processes: it delivers ids to them fast, but without guarantee. A reader that must
 * not miss anything also polls the database. With SQLite, where processes share only the file,
 * nothing is delivered.
 */
type Bus = {
  say(ids: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/**
 * Connects to the other processes.
 * @param hear called with each id that another process, or this one, has sent
 */
export function createBus(
  { database, config, log }: Pick<Context, 'database' | 'config' | 'log'>,
  hear: (id: string) => void
): Bus {
  if (database.kind === 'sqlite' || config.databaseUrl === null)
    return { say: async () => undefined, stop: async () => undefined }
  const url = config.databaseUrl
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  void connect()

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url })
    next.on('notification', ({ payload = '' }) => payload.split(',').forEach(hear))
    next.on('error', lost)
    client = next
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
    } catch (error) {
      lost(error)
    }
  }

  function lost(error: unknown): void {
    if (stopped || timer !== null) return
    log.warn(
      { err: error },
      'the line to the other processes is lost; readers ask the database until it is back'
    )
    void client?.end().catch(() => undefined)
    timer = setTimeout(() => {
      timer = null
      void connect()
    }, RECONNECT)
  }

  return {
    async say(ids) {
      for (let start = 0; start < ids.length; start += IDS_PER_MESSAGE) {
        const payload = ids.slice(start, start + IDS_PER_MESSAGE).join(',')
        await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(database.db)
      }
    },
    async stop() {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      await client?.end().catch(() => undefined)
    }
  }
}
