import type { ConfigReader } from '#servers/config-services.ts'

/** Backups that Polymuse makes on its own. */
export type BackupConfig = {
  backups: {
    /** The folder of all backups; null: none are made. */
    folder: string | null
    /** Milliseconds between two backups. */
    every: number
    /** The number of backups to keep. */
    keep: number
  }
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The shortest and the longest time between two backups, in milliseconds. */
const [SHORTEST, LONGEST] = [600_000, 30 * 86_400_000]

/** Reads `BACKUP_DIR`, `BACKUP_EVERY` and `BACKUP_KEEP`. */
export function readBackupConfig({ get, problems }: ConfigReader): BackupConfig {
  const text = get('BACKUP_EVERY') ?? '24h'
  const [, amount, unit = ''] = /^(\d+)([mhd])$/.exec(text) ?? []
  const every = Number(amount) * (UNITS[unit] ?? NaN)
  if (!(every >= SHORTEST && every <= LONGEST))
    problems.push(`BACKUP_EVERY must be a time from 10m to 30d, like 24h, not "${text}"`)
  const keep = Number(get('BACKUP_KEEP') ?? 7)
  if (!(Number.isInteger(keep) && keep >= 1 && keep <= 1000))
    problems.push(`BACKUP_KEEP must be a whole number from 1 to 1000, not "${get('BACKUP_KEEP')}"`)
  return { backups: { folder: get('BACKUP_DIR'), every, keep } }
}
