import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isNearlyFull, type DiskRoom } from '#servers/lib/disk-room.ts'
import {
  createFindings,
  describeError,
  type DoctorNeeds,
  type Finding
} from '#servers/operation/doctor/findings.ts'

const { ok, warning, failed } = createFindings('disk')

const GB = 1024 ** 3

/** Checks that the data folder can be written, and that its disk has room. */
export async function checkDisk({ config, ...means }: DoctorNeeds): Promise<Finding[]> {
  const { dataDir } = config
  try {
    await probeFolder(dataDir)
    const room = await means
      .measureDisk(dataDir)
      .catch(() => means.measureDisk(nearestFolder(dataDir)))
    return [
      isNearlyFull(room)
        ? warning(
            `The disk of ${dataDir} has ${describeRoom(room)} left.`,
            'Free some space, move DATA_DIR to a larger disk, or keep files elsewhere with STORAGE_URL.'
          )
        : ok(`${dataDir} can be written, and has ${describeRoom(room)} left.`)
    ]
  } catch (error) {
    return [
      failed(
        `The data folder ${dataDir} cannot be written (${describeError(error)}).`,
        `Give the user that runs Polymuse write access, or set DATA_DIR to another folder.`
      )
    ]
  }
}

/** Returns the closest parent that exists: before the first start there is no data folder. */
function nearestFolder(folder: string): string {
  const path = resolve(folder)
  return existsSync(path) || path === dirname(path) ? path : nearestFolder(dirname(path))
}

/**
 * Writes a file into a folder, and removes it again; also the folder, if it was missing.
 * @throws Error when the folder cannot be written
 */
export async function probeFolder(folder: string): Promise<void> {
  // The first folder that was missing: all others are inside.
  const made = await mkdir(folder, { recursive: true })
  const trial = join(folder, `.doctor-${randomUUID()}`)
  try {
    await writeFile(trial, 'Written by the doctor of Polymuse. It may be deleted.')
  } finally {
    await rm(made ?? trial, { recursive: true, force: true })
  }
}

/** Describes how much of a disk is free. */
function describeRoom({ free, total }: DiskRoom): string {
  return `${(free / GB).toFixed(1)} GB (${Math.round((100 * free) / Math.max(total, 1))} %)`
}
