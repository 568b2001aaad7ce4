import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from '@hono/zod-openapi'
import { createProgressReporter, type CommandProgress } from '#servers/operation/progress.ts'

const NAME = 'manifest.json'

/**
 * Matches the paths that a backup writes. Any other path in a manifest is refused, since it could
 * lead elsewhere.
 */
const PATH = /^(polymuse\.db|secret|tables\/\w+\.jsonl\.gz|blobs\/[\w-]{2}\/[\w-]{8,128})$/

const entry = z.object({
  path: z.string().regex(PATH),
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/)
})
const manifest = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  kind: z.enum(['sqlite', 'postgres']),
  /** Version of the database's schema. */
  schema: z.int().min(1),
  /** Rows of each table. */
  tables: z.record(z.string().regex(/^\w+$/), z.int().min(0)),
  files: z.array(entry),
  /** Blobs that the database names and that were lost before the backup. */
  missing: z.array(z.string())
})

export type BackupFile = z.output<typeof entry>

/** Describes a backup. It is written last, so a folder without it is no backup. */
export type Manifest = z.output<typeof manifest>

export async function writeManifest(folder: string, value: Manifest): Promise<void> {
  await writeFile(join(folder, NAME), `${JSON.stringify(value, null, 1)}\n`, {
    mode: 0o600,
    flush: true
  })
}

/**
 * Reads the manifest of a backup.
 * @throws Error when the folder is not a backup, or this version cannot read it
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => {
    throw new Error(`${folder} is no backup: it has no ${NAME}.`)
  })
  try {
    return manifest.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${NAME} in ${folder} is damaged, or of a newer Polymuse.`, { cause })
  }
}

/**
 * Computes size and hash of files in a backup.
 * @param paths relative to `folder`
 */
export async function describeFiles(
  folder: string,
  paths: readonly string[],
  telling: CommandProgress
): Promise<BackupFile[]> {
  const tell = createProgressReporter(telling, 'Checksums')
  const files: BackupFile[] = []
  for (const path of paths) {
    files.push({ path, ...(await hashFile(join(folder, path), telling.signal)) })
    tell(files.length, paths.length)
  }
  return files
}

/**
 * Compares every file of a backup with its manifest.
 * @throws Error naming the first files that differ
 */
export async function verifyFiles(
  folder: string,
  { files }: Manifest,
  telling: CommandProgress
): Promise<void> {
  const tell = createProgressReporter(telling, 'Checked')
  const wrong: string[] = []
  for (const [index, { path, size, sha256 }] of files.entries()) {
    const found = await hashFile(join(folder, path), telling.signal).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }
    )
    if (found?.size !== size || found.sha256 !== sha256)
      wrong.push(`${path} ${found === null ? 'is missing' : 'is damaged'}`)
    tell(index + 1, files.length)
  }
  if (wrong.length === 0) return
  const more = wrong.length > 5 ? `, and ${wrong.length - 5} more` : ''
  throw new Error(
    `The backup is not whole: ${wrong.slice(0, 5).join(', ')}${more}. Nothing was restored.`
  )
}

async function hashFile(
  file: string,
  signal: AbortSignal
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  await pipeline(
    createReadStream(file),
    async chunks => {
      for await (const chunk of chunks as AsyncIterable<Buffer>) {
        size += chunk.length
        hash.update(chunk)
      }
    },
    { signal }
  )
  return { size, sha256: hash.digest('hex') }
}
