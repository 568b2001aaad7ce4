// `npm run backup -- <folder>`: copies the database, the files and the secret into a new subfolder
// of that folder, while Polymuse runs. Without a folder, it uses BACKUP_DIR, and keeps the newest
// BACKUP_KEEP backups there.
// `npm run backup -- --drill`: restores the newest backup of BACKUP_DIR into a temporary place,
// checks its ledger, and removes it again. `--drill <backup folder>` does so with another one.
import type { Config } from '#servers/config.ts'
import { backup } from '#servers/operation/backup.ts'
import { listBackups, removeOldBackups } from '#servers/operation/backup-folders.ts'
import { drillBackup } from '#servers/operation/drill.ts'
import type { CommandProgress } from '#servers/operation/progress.ts'
import { openStores } from '#servers/operation/stores.ts'
import { readOwnConfig, tellOperator } from './operator.ts'

const ARGUMENTS = process.argv.slice(2)
const [given] = ARGUMENTS.filter(word => !word.startsWith('--'))
const USAGE = 'name a folder: backup <folder>, or set BACKUP_DIR'

async function make(config: Config, telling: CommandProgress): Promise<void> {
  const { folder, keep } = config.backups
  const into = given ?? folder
  if (into === null) throw new Error(USAGE)
  const made = await backup(openStores(config), into, Date.now(), telling)
  telling.say(`The backup is whole: ${made}`)
  if (given !== undefined) return
  for (const old of await removeOldBackups(into, keep, Date.now())) telling.say(`Removed: ${old}`)
}

async function tryNewest(
  { backups, databaseUrl }: Config,
  telling: CommandProgress
): Promise<void> {
  if (given === undefined && backups.folder === null) throw new Error(USAGE)
  const [newest] = given === undefined ? await listBackups(backups.folder ?? '') : []
  const from = given ?? newest?.folder
  if (from === undefined) throw new Error(`There is no backup in ${backups.folder} yet.`)
  await drillBackup(from, databaseUrl, telling)
  telling.say(`The backup can be restored: ${from}`)
}

const isDrill = ARGUMENTS.includes('--drill')
await tellOperator(isDrill ? 'The drill failed' : 'The backup failed', telling =>
  (isDrill ? tryNewest : make)(readOwnConfig(), telling)
)
