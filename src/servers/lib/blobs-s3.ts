import { createHash } from 'node:crypto'
import { Problem } from '#core/problem.ts'
import { type BlobInfo, type Blobs, checkBlobKey } from '#servers/lib/blobs.ts'
import { createS3, type S3, type S3Options } from '#servers/lib/s3.ts'

/** Size of an upload part; longer blobs take several. S3 requires at least 5 MiB. */
const PART = 8 * 1024 * 1024

/** Stores blobs as objects in one bucket of an S3-compatible store. */
export function createS3Blobs(options: S3Options): Blobs {
  const s3 = createS3(options)
  return {
    async put(key, body, maxBytes) {
      checkBlobKey(key)
      const metered = meter(body, maxBytes)
      const sending = createSending(s3, key)
      try {
        for await (const part of inParts(metered.chunks)) await sending.send(part)
        await sending.finish()
      } catch (error) {
        await sending.abort()
        throw error
      }
      return metered.info()
    },
    async get(key, range) {
      checkBlobKey(key)
      const headers: Record<string, string> =
        range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` }
      const answer = await s3.ask('GET', key, { headers, accept: [200, 206, 404, 416] })
      if (answer.ok) return answer.body ?? empty()
      await answer.body?.cancel()
      return answer.status === 416 ? empty() : null
    },
    async size(key) {
      checkBlobKey(key)
      const answer = await s3.ask('HEAD', key, { accept: [200, 404] })
      await answer.body?.cancel()
      return answer.ok ? Number(answer.headers.get('content-length')) : null
    },
    async delete(key) {
      checkBlobKey(key)
      await (await s3.ask('DELETE', key, { accept: [200, 204, 404] })).body?.cancel()
    }
  }
}

type Sending = {
  /** @param part a full part, or the last one */
  send(part: Part): Promise<void>
  finish(): Promise<void>
  abort(): Promise<void>
}
type Part = { bytes: Uint8Array<ArrayBuffer>; last: boolean }

/**
 * Uploads one blob: a short one in one request, else by a multipart upload, which stays invisible
 * until complete.
 */
function createSending(s3: S3, key: string): Sending {
  let uploadId: string | null = null
  const etags: string[] = []
  return {
    async send({ bytes, last }) {
      if (last && uploadId === null) {
        await (await s3.ask('PUT', key, { body: bytes })).body?.cancel()
        return
      }
      if (bytes.length === 0) return
      uploadId ??= await s3.begin(key)
      const answer = await s3.ask('PUT', key, {
        query: { partNumber: String(etags.length + 1), uploadId },
        body: bytes
      })
      await answer.body?.cancel()
      etags.push(answer.headers.get('etag') ?? '')
    },
    async finish() {
      if (uploadId !== null) await s3.complete(key, uploadId, etags)
    },
    async abort() {
      if (uploadId === null) return
      // If the deletion fails, the bucket's lifecycle rule removes the unfinished upload, if it has
      // one.
      await s3
        .ask('DELETE', key, { query: { uploadId }, accept: [200, 204, 404] })
        .catch(() => undefined)
    }
  }
}

/** Gathers a stream into parts; the last one may be short or empty. */
async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  let part = new Uint8Array(PART)
  let filled = 0
  for await (const chunk of chunks) {
    for (let taken = 0; taken < chunk.length;) {
      const piece = chunk.subarray(taken, taken + PART - filled)
      part.set(piece, filled)
      filled += piece.length
      taken += piece.length
      if (filled < PART) continue
      yield { bytes: part, last: false }
      part = new Uint8Array(PART)
      filled = 0
    }
  }
  yield { bytes: part.subarray(0, filled), last: true }
}

function meter(
  body: ReadableStream<Uint8Array>,
  maxBytes: number
): { chunks: AsyncIterable<Uint8Array>; info(): BlobInfo } {
  const hash = createHash('sha256')
  let size = 0
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      size += chunk.byteLength
      if (size > maxBytes)
        throw new Problem('content_too_large', { detail: `more than ${maxBytes} bytes` })
      hash.update(chunk)
      yield chunk
    }
  }
  return { chunks: chunks(), info: () => ({ size, sha256: hash.digest('hex') }) }
}

function empty(): ReadableStream<Uint8Array> {
  return new Blob([]).stream()
}
