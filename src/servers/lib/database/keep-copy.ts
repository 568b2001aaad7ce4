import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Copies that stay beside the database; older ones go. */
const KEPT = 2

/** A copy this old is of another upgrade, in milliseconds. A younger one is from before the first try of this one. */
const SAME_UPGRADE = 86_400_000

/**
 * Copies a SQLite file as `<file>.before-<version>`, whole or not at all. The caller holds the file's write lock: what is
 * copied is what was last committed, and nobody else copies at the same time.
 * @returns the copy
 */
export function keepCopy(file: string, version: number): string {
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

/** Milliseconds since a file was written; infinite where there is none. */
function ageOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? Number.POSITIVE_INFINITY : Date.now() - found.mtimeMs
}

/** Newest first. */
function copiesOf(file: string): string[] {
  const folder = dirname(file)
  const copies = readdirSync(folder).filter(name => name.startsWith(`${basename(file)}.before-`) && /-\d+$/.test(name))
  return copies.map(name => join(folder, name)).toSorted((a, b) => ageOf(a) - ageOf(b))
}

function sync(file: string): void {
  const handle = openSync(file, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}
