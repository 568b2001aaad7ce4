import type { Context } from '#servers/lib/context.ts'
import { claimMeta, readMeta, storeMeta } from '#servers/lib/meta.ts'

/** The last outcomes of scheduled backups and of their drills. Times are unix milliseconds. */
export type BackupState = {
  doneAt: number | null
  failedAt: number | null
  /** Why the last backup failed; empty if it did not. */
  reason: string
  drillAt: number | null
  drillFailedAt: number | null
  /** Why the last drill failed; empty if it did not. */
  drillReason: string
}

const NONE: BackupState = {
  doneAt: null,
  failedAt: null,
  reason: '',
  drillAt: null,
  drillFailedAt: null,
  drillReason: ''
}

/** Keys of the table `meta`. */
const [STATE, CLAIM] = ['backup', 'backup_claim']

type Needs = Pick<Context, 'database'>

/** Reads how the last scheduled backup and the last drill ended. */
export async function readBackupState({ database: { db } }: Needs): Promise<BackupState> {
  const stored = JSON.parse((await readMeta(db, STATE)) ?? '{}') as Partial<BackupState>
  return { ...NONE, ...stored }
}

/** Stores outcomes; only the process that claimed the work does so. */
export async function storeBackupState(
  context: Needs,
  changes: Partial<BackupState>
): Promise<void> {
  const value = JSON.stringify({ ...(await readBackupState(context)), ...changes })
  await storeMeta(context.database.db, STATE, value)
}

/**
 * Claims the next backup or drill, so that only one process at a time makes one.
 * @param pause milliseconds that must have passed since the last claim
 * @returns false if another process has claimed it later than that
 */
export function claimBackup(
  context: Pick<Context, 'database' | 'clock'>,
  pause: number
): Promise<boolean> {
  return claimMeta(context, CLAIM, pause)
}
