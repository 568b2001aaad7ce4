import { createWriteStream } from 'node:fs'
import { link, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createProgressReporter, type CommandProgress } from '#servers/operation/progress.ts'
import { BLOB_FOLDER, type Stores } from '#servers/operation/stores.ts'

/** Copies blobs into a backup, each once. */
export type BlobCopy = {
  /** @returns the keys that the store lacks */
  add(keys: readonly string[]): Promise<string[]>
  /** Removes all copies but these. */
  keepOnly(keys: readonly string[]): Promise<void>
  /** Paths of the copies, below the backup's folder. */
  paths(): string[]
}

type Source = Pick<Stores, 'blobs' | 'blobFolder'>

/** Copies are files, in the same layout as in our own store. */
const pathOf = (key: string): string => `${BLOB_FOLDER}/${key.slice(0, 2)}/${key}`

export function createBlobCopy(source: Source, folder: string, telling: CommandProgress): BlobCopy {
  const copied = new Set<string>()
  return {
    async add(keys) {
      const tell = createProgressReporter(telling, 'Files')
      const wanted = keys.filter(key => !copied.has(key))
      const missing: string[] = []
      for (const [index, key] of wanted.entries()) {
        if (await copyBlob(source, key, join(folder, pathOf(key)), telling.signal)) copied.add(key)
        else missing.push(key)
        tell(index + 1, wanted.length)
      }
      return missing
    },
    async keepOnly(keys) {
      const kept = new Set(keys)
      for (const key of copied) {
        if (kept.has(key)) continue
        await rm(join(folder, pathOf(key)))
        copied.delete(key)
      }
    },
    paths: () => [...copied].map(pathOf)
  }
}

/** @returns false when the blob does not exist */
async function copyBlob(
  { blobs, blobFolder }: Source,
  key: string,
  target: string,
  signal: AbortSignal
): Promise<boolean> {
  await mkdir(dirname(target), { recursive: true })
  if (blobFolder !== null && (await linked(join(blobFolder, key.slice(0, 2), key), target)))
    return true
  const body = await blobs.get(key)
  if (body === null) return false
  // Node's and the web's ReadableStream are one class with two declarations.
  const stream = Readable.fromWeb(body as unknown as import('node:stream/web').ReadableStream)
  await pipeline(stream, createWriteStream(target, { flush: true }), { signal })
  return true
}

/**
 * Makes a hard link, which on the same disk replaces a copy and costs nothing, since a blob never
 * changes. If it fails, the bytes are copied, and a real error appears then.
 */
function linked(file: string, target: string): Promise<boolean> {
  return link(file, target).then(
    () => true,
    () => false
  )
}
