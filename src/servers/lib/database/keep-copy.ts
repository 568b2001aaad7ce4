import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Copies to keep beside the database; older ones are deleted. */
const KEPT = 2

/**
 * Milliseconds. A copy that is younger was made by an earlier try of the same upgrade; an older one
 * by an earlier upgrade.
 */
const SAME_UPGRADE = 86_400_000

/**
 * Copies a SQLite file as `<file>.before-<version>`, completely or not at all. The caller holds the
 * file's write lock. So the copy has the last committed state, and no other process copies at the
 * same time.
 * @returns the path of the copy
 */
export function copyBeforeUpgrade(file: string, version: number): string {
  const copy = `${file}.before-${version}`
  const part = `${copy}.part`
  rmSync(part, { force: true })
  if (ageOf(copy) < SAME_UPGRADE) return copy
  const source = new DatabaseSync(file, { timeout: 10_000 })
  try {
    source.prepare('vacuum into ?').run(part)
  } finally {
    source.close()
  }
  sync(part)
  renameSync(part, copy)
  for (const old of copiesOf(file).slice(KEPT)) rmSync(old, { force: true })
  return copy
}

/** Returns the milliseconds since a file was written; infinity if it does not exist. */
function ageOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? Number.POSITIVE_INFINITY : Date.now() - found.mtimeMs
}

/** Lists copies, newest first. */
function copiesOf(file: string): string[] {
  const folder = dirname(file)
  const copies = readdirSync(folder).filter(
    name => name.startsWith(`${basename(file)}.before-`) && /-\d+$/.test(name)
  )
  return copies.map(name => join(folder, name)).toSorted((a, b) => ageOf(a) - ageOf(b))
}

function sync(file: string): void {
  const handle = openSync(file, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}
