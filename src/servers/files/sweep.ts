import type { FileStore } from '#servers/files/store-type.ts'
import type { Context } from '#servers/lib/context.ts'

/**
 * Milliseconds after which an unfinished file is removed (`UNFINISHED_FOR`), and between two
 * sweeps.
 */
const UNFINISHED_FOR = 24 * 3_600_000
const EVERY = 3_600_000

/** Maximum rows that one sweep removes. */
const AT_ONCE = 500

/**
 * Removes uploads, copies and deletions that began more than a day ago and were never finished, and
 * files of deleted tasks.
 * @returns their number
 */
export async function sweepUploads(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  files: FileStore
): Promise<number> {
  const stale = await database.db
    .selectFrom('file')
    .select('id')
    .where('blob', '=', '')
    .where('created_at', '<', clock.now() - UNFINISHED_FOR)
    .limit(AT_ONCE)
    .execute()
  const orphans = await database.db
    .selectFrom('file')
    .innerJoin('run', 'run.id', 'file.run_id')
    .select('file.id')
    .where('run.deleted_at', '<', clock.now() - UNFINISHED_FOR)
    .limit(AT_ONCE)
    .execute()
  const ids = new Set([...stale, ...orphans].map(row => row.id))
  await files.drop([...ids])
  return ids.size
}

/** Repeats the sweep every hour until it is stopped. */
export function startFileSweep(
  context: Pick<Context, 'database' | 'clock' | 'log'>,
  files: FileStore
): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  const sweep = (): void => {
    running = sweepUploads(context, files).catch((error: unknown) =>
      context.log.error({ err: error }, 'uploads could not be swept')
    )
  }
  const timer = setInterval(sweep, EVERY).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    }
  }
}
