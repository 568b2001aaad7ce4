import { listBackups } from '#servers/operation/backup-folders.ts'
import { probeFolder } from '#servers/operation/doctor/disk.ts'
import {
  createFindings,
  describeError,
  type DoctorNeeds,
  type Finding
} from '#servers/operation/doctor/findings.ts'

const { ok, skipped, warning, failed } = createFindings('backups')

/** A backup may be late by this factor: it takes time, and a failed one is tried again. */
const LATE = 2

/** Checks that scheduled backups can be written, and that the newest one is recent. */
export async function checkBackups({ config, now }: DoctorNeeds): Promise<Finding[]> {
  const { folder, every } = config.backups
  if (folder === null) return [skipped('BACKUP_DIR is not set: no backups are made automatically.')]
  try {
    await probeFolder(folder)
  } catch (error) {
    return [
      failed(
        `Backups cannot be written to ${folder} (${describeError(error)}).`,
        'Create this folder, and give the user that runs Polymuse write access.'
      )
    ]
  }
  const [newest] = await listBackups(folder)
  if (newest === undefined)
    return [skipped(`There is no backup in ${folder} yet. A running Polymuse makes the first one.`)]
  const hours = Math.round((now() - newest.madeAt) / 3_600_000)
  return [
    now() - newest.madeAt > LATE * every
      ? warning(
          `The newest backup in ${folder} is ${hours} hours old.`,
          'Start Polymuse if it does not run. Otherwise `npm run backup` shows why backups fail.'
        )
      : ok(`The newest backup in ${folder} is ${hours} hours old.`)
  ]
}
