import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { Problem } from '#core/problem.ts'

/** Bytes of a form besides its file: boundaries, headers of parts, a few fields. */
const ENVELOPE = 64 * 1024

/** Milliseconds after which a silent sender is cut off. */
const PATIENCE = 60_000

const LIMITS = {
  parts: 20,
  fields: 10,
  fieldSize: 8 * 1024,
  headerPairs: 20,
  headerSize: 16 * 1024
}

type Keeping<T> = {
  /** Maximum bytes of the file. */
  maxBytes: number
  keep(name: string, body: ReadableStream<Uint8Array>): Promise<T>
  /** Removes a file that was already stored when its form turned out to be broken. */
  drop(kept: T): Promise<void>
}

/**
 * Streams the field `file` of a form while it arrives, and ignores all other fields.
 * @throws Problem `content_too_large` as soon as the size is known, which may be before the body is
 *   read; `bad_request` without such a field, or for a form that ends early
 */
export async function receiveFile<T>(
  request: Request,
  { maxBytes, keep, drop }: Keeping<T>
): Promise<T> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(type) || request.body === null) throw noFile()
  if (Number(request.headers.get('content-length')) > maxBytes + ENVELOPE) throw tooLarge(maxBytes)

  const form = new Busboy({ headers: { 'content-type': type }, limits: LIMITS })
  const failing = new AbortController()
  let file: { stream: Readable; kept: Promise<T> } | null = null
  form.on('file', (field, stream, name) => {
    if (field !== 'file' || file !== null) return void stream.resume()
    const kept = keep(name ?? '', Readable.toWeb(stream) as ReadableStream<Uint8Array>)
    kept.catch((error: unknown) => failing.abort(error))
    file = { stream, kept }
  })
  const received = (): { stream: Readable; kept: Promise<T> } | null => file
  // Node's and the web's ReadableStream are one class with two declarations.
  const source = Readable.fromWeb(
    request.body as unknown as import('node:stream/web').ReadableStream
  )
  try {
    await pipeline(source, meter(maxBytes), form, { signal: failing.signal })
  } catch (error) {
    const cause = failing.signal.aborted ? failing.signal.reason : error
    // Otherwise the code that reads the file would wait for ever for its end.
    received()?.stream.destroy(error instanceof Error ? error : undefined)
    await received()?.kept.then(drop, () => undefined)
    throw cause instanceof Problem
      ? cause
      : new Problem('bad_request', {
          detail: 'the upload was cut off',
          issues: [{ field: 'body', code: 'invalid' }],
          cause
        })
  }
  const whole = received()
  if (whole === null) throw noFile()
  return whole.kept
}

/** Cuts off a form that is too long or stands still. */
function meter(maxBytes: number): Transform {
  let size = 0
  const silent = (): unknown =>
    counting.destroy(new Problem('timeout', { detail: 'no data arrived for a minute' }))
  let timer = setTimeout(silent, PATIENCE)
  const counting = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      size += chunk.byteLength
      timer.refresh()
      done(size > maxBytes + ENVELOPE ? tooLarge(maxBytes) : null, chunk)
    },
    flush(done) {
      clearTimeout(timer)
      done()
    },
    destroy(error, done) {
      clearTimeout(timer)
      done(error)
    }
  })
  timer = timer.unref()
  return counting
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('content_too_large', {
    detail: `more than ${maxBytes} bytes`,
    issues: [{ field: 'file', code: 'too_large' }]
  })
}

function noFile(): Problem {
  return new Problem('bad_request', {
    detail: 'send a form with the field "file"',
    issues: [{ field: 'file', code: 'required' }]
  })
}

/**
 * Reads a small file of a form as a whole.
 * @param maxBytes maximum size
 * @throws Problem `content_too_large` naming `file`
 */
export async function readSmallFile(
  body: ReadableStream<Uint8Array>,
  maxBytes: number
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxBytes)
      throw new Problem('content_too_large', {
        detail: `more than ${maxBytes} bytes`,
        issues: [{ field: 'file', code: 'too_large' }]
      })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
