import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readManifest } from '#servers/operation/manifest.ts'

/** Matches the folders that a backup makes; other folders are never touched. */
const WHOLE = /^polymuse-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/

/** Matches the folders of backups and trials that are running, or were interrupted. */
const PART = /^\.(polymuse-.*Z\.part|drill-\w+)$/

/** Milliseconds after which an unfinished one counts as interrupted. */
const INTERRUPTED = 2 * 86_400_000

/** A whole backup, and when it was made, in unix milliseconds. */
export type KeptBackup = { folder: string; madeAt: number }

/** Lists the whole backups in a folder, the newest first. Folders that are no backups are skipped. */
export async function listBackups(into: string): Promise<KeptBackup[]> {
  const names = (await readdir(into).catch(() => [])).filter(name => WHOLE.test(name))
  const found = await Promise.all(
    names.map(async name => {
      const folder = join(into, name)
      const manifest = await readManifest(folder).catch(() => null)
      return manifest === null ? [] : [{ folder, madeAt: Date.parse(manifest.made_at) }]
    })
  )
  return found.flat().toSorted((a, b) => b.madeAt - a.madeAt)
}

/**
 * Removes all but the newest backups, and what interrupted ones left.
 * @param now unix milliseconds
 * @returns the removed folders
 */
export async function removeOldBackups(into: string, keep: number, now: number): Promise<string[]> {
  const old = (await listBackups(into)).slice(keep).map(({ folder }) => folder)
  for (const name of (await readdir(into)).filter(each => PART.test(each))) {
    const folder = join(into, name)
    const { mtimeMs } = await stat(folder)
    if (mtimeMs < now - INTERRUPTED) old.push(folder)
  }
  for (const folder of old) await rm(folder, { recursive: true, force: true })
  return old
}
