import type { FileField, IssueCode } from '#core/field.ts'
import { roundedMeasure, type FileUnit } from '#core/measure.ts'
import { Problem } from '#core/problem.ts'
import type { MediaWorkers } from '#media/media-workers.ts'
import { isOpaque } from '#media/opaque.ts'
import { MOST_PIXELS, pictureSize } from '#media/picture-size.ts'
import { soundLength, soundHeaderSize } from '#media/sound-length.ts'
import { fileIdIn } from '#servers/files/file-id.ts'
import { sniffType } from '#servers/files/content-type.ts'
import { findFile } from '#servers/files/keep.ts'
import type { FileStore } from '#servers/files/store-type.ts'
import type { Context } from '#servers/lib/context.ts'
import { egress } from '#servers/lib/egress.ts'

/** Milliseconds in which a foreign server must answer. */
const PATIENCE = 10_000

/** Bytes that tell the type of a file, and usually its size and length. */
const HEAD = 65_536

/** The types of the files that a field accepts. */
const KINDS: Record<FileField['accept'], RegExp> = {
  image: /^image\//,
  audio: /^audio\//,
  video: /^video\//,
  media: /^(audio|video)\//
}

/** Reads addresses that callers name: all files of the studio, and anything public. */
export type InputReader = {
  /**
   * Returns why a field cannot take the file at an address; null when it can. It reads only as many
   * bytes as needed.
   */
  check(address: string, field: Taking): Promise<IssueCode | null>
  /**
   * Measures the file at an address, rounded up. For audio and video this is the length of the
   * sound.
   * @throws Problem `bad_request` for bytes that cannot be measured
   */
  measure(address: string, unit: FileUnit, field: Taking): Promise<number>
  /**
   * Reads the bytes at an address, or at the path of one of our files.
   * @param most maximum number of bytes
   * @throws Problem `bad_request`, `content_too_large`
   */
  read(address: string, signal: AbortSignal, most: number): Promise<Uint8Array>
}

type Taking = Pick<FileField, 'accept' | 'bytes' | 'seconds' | 'marks'>

type Needs = {
  context: Pick<Context, 'database' | 'blobs'>
  files: Pick<FileStore, 'bytesOf'>
  workers: Pick<MediaWorkers, 'run'>
  /** Hosts that may be read although they are not public. */ trustedHosts?(): readonly string[]
}
type Found = { type: string | null; size: number | null; body: ReadableStream<Uint8Array> }

export function createInputReader(needs: Needs): InputReader {
  const { context, files, workers, trustedHosts = () => [] } = needs

  async function open(address: string, signal: AbortSignal): Promise<Found> {
    const own = address.startsWith('/')
      ? await atPath(context, address)
      : await files.bytesOf(address)
    if (own !== null) return own
    const answer = await egress(address, { signal, trustedHosts: trustedHosts() })
    if (!answer.ok || answer.body === null) {
      await answer.body?.cancel()
      throw new Problem('bad_request', { detail: `an address answered ${answer.status}` })
    }
    const length = answer.headers.get('content-length')
    return { type: null, size: length === null ? null : Number(length), body: answer.body }
  }

  async function read(address: string, signal: AbortSignal, most: number): Promise<Uint8Array> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE * 6)])
    const { body } = await open(address, limited)
    const { head, more } = await begin(body, most)
    if (more)
      throw new Problem('content_too_large', { detail: `an input has more than ${most} bytes` })
    return head
  }

  return {
    read,
    async measure(address, unit, { accept, bytes: most }) {
      const signal = AbortSignal.timeout(PATIENCE * 6)
      const bytes = await read(address, signal, most)
      if (unit === 'seconds') {
        const job = accept === 'video' ? 'readFilm' : 'readAudio'
        const { duration } = await workers.run(job, { bytes }, signal)
        return roundedMeasure(unit, duration)
      }
      const size = pictureSize(bytes)
      if (size === null)
        throw new Problem('bad_request', { detail: 'an image input cannot be read' })
      return roundedMeasure(unit, (size.width * size.height) / 1e6)
    },
    async check(address, field) {
      const { accept, bytes } = field
      try {
        const { type, size, body } = await open(address, AbortSignal.timeout(PATIENCE))
        const isRight = (head: Uint8Array): boolean =>
          KINDS[accept].test(type ?? sniffType(head) ?? '')
        // If the size of a file is unknown, reading one byte more than the maximum shows that it is
        // too large.
        const isEnough = (head: Uint8Array): boolean =>
          size !== null && (size > bytes || !isRight(head) || tells(head, field))
        const { head, more } = await begin(body, bytes, isEnough)
        if (size === null ? more : size > bytes) return 'too_large'
        return isRight(head) ? wrongIn(head, size ?? head.length, field) : 'wrong_file'
      } catch {
        return 'unreachable'
      }
    }
  }
}

/** Tells whether the first bytes of a file suffice for all checks. */
function tells(head: Uint8Array, { accept }: Taking): boolean {
  if (accept === 'image') return pictureSize(head) !== null
  return accept === 'video' || head.length >= soundHeaderSize(head)
}

/**
 * Tells what is wrong with a file of the right type: it is unreadable, or too long. Audio without
 * its length in the header is checked later.
 */
function wrongIn(
  head: Uint8Array,
  size: number,
  { accept, seconds = Infinity, marks }: Taking
): IssueCode | null {
  if (accept === 'image') {
    const picture = pictureSize(head)
    if (picture === null || (marks === 'transparent' && isOpaque(head))) return 'wrong_file'
    return picture.width * picture.height > MOST_PIXELS ? 'too_many_pixels' : null
  }
  if (accept === 'video') return null
  const length = soundLength(head, size)
  if (length === null) return sniffType(head) === 'audio/mpeg' ? 'wrong_file' : null
  return length > seconds ? 'too_long' : null
}

async function atPath({ database, blobs }: Needs['context'], path: string): Promise<Found> {
  const file = await findFile(database, fileIdIn(path) ?? '')
  const body = file && (await blobs.get(file.blob))
  if (file === null || body === null)
    throw new Problem('bad_request', { detail: 'an earlier result was deleted' })
  return { type: file.type, size: file.size, body }
}

/**
 * Reads the first bytes of a body until they are enough or reach the maximum, and tells whether
 * there were more.
 */
async function begin(
  body: ReadableStream<Uint8Array>,
  most: number,
  isEnough: (head: Uint8Array) => boolean = () => false
): Promise<{ head: Buffer; more: boolean }> {
  const chunks: Uint8Array[] = []
  let [size, look] = [0, HEAD]
  const reader = body.getReader()
  while (size <= most) {
    const { done, value } = await reader.read()
    if (done) return { head: Buffer.concat(chunks), more: false }
    chunks.push(value)
    size += value.byteLength
    if (size < look) continue
    if (isEnough(Buffer.concat(chunks))) break
    look = size * 2
  }
  await reader.cancel().catch(() => undefined)
  return { head: Buffer.concat(chunks), more: true }
}
