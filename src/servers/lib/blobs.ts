import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Problem } from '#core/problem.ts'

export type BlobInfo = { size: number; sha256: string }

/**
 * A store of bytes. Keys are generated here (letters, digits, `-`, `_`), never taken from a
 * request.
 */
export type Blobs = {
  /**
   * Stores a stream completely or not at all.
   * @param maxBytes a longer stream fails with `content_too_large`
   */
  put(key: string, body: ReadableStream<Uint8Array>, maxBytes: number): Promise<BlobInfo>
  /**
   * Reads a blob, or null when it does not exist.
   * @param range first and last byte, both included
   */
  get(
    key: string,
    range?: { start: number; end: number }
  ): Promise<ReadableStream<Uint8Array> | null>
  size(key: string): Promise<number | null>
  delete(key: string): Promise<void>
}

/**
 * Refuses a key that the server did not generate, before it gets into a path or an address.
 * @throws TypeError
 */
export function checkBlobKey(key: string): void {
  if (!/^[\w-]{8,128}$/.test(key)) throw new TypeError(`not a blob key: ${key}`)
}

/** Stores blobs as files under a folder, spread over 256 sub-folders. */
export function createDiskBlobs(folder: string): Blobs {
  const fileOf = (key: string): string => {
    checkBlobKey(key)
    return join(folder, key.slice(0, 2), key)
  }
  const sizeOf = async (key: string): Promise<number | null> => {
    const found = await stat(fileOf(key)).catch(() => null)
    return found?.isFile() ? found.size : null
  }
  return {
    async put(key, body, maxBytes) {
      const file = fileOf(key)
      await mkdir(dirname(file), { recursive: true })
      const part = `${file}.${randomUUID()}.part`
      const hash = createHash('sha256')
      let size = 0
      const meter = new Transform({
        transform(chunk: Uint8Array, _encoding, done) {
          size += chunk.byteLength
          if (size > maxBytes)
            return done(new Problem('content_too_large', { detail: `more than ${maxBytes} bytes` }))
          hash.update(chunk)
          done(null, chunk)
        }
      })
      try {
        // Node's and the web's ReadableStream are one class with two declarations.
        const source = Readable.fromWeb(body as unknown as import('node:stream/web').ReadableStream)
        await pipeline(source, meter, createWriteStream(part, { flush: true }))
        await rename(part, file)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      return { size, sha256: hash.digest('hex') }
    },
    async get(key, range) {
      if ((await sizeOf(key)) === null) return null
      return Readable.toWeb(createReadStream(fileOf(key), range)) as ReadableStream<Uint8Array>
    },
    size: sizeOf,
    async delete(key) {
      await rm(fileOf(key), { force: true })
    }
  }
}
