import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startS3Server, type S3Server } from '../../../tests/support/s3-server.ts'
import { readConfig } from '#servers/config.ts'
import { createS3Blobs } from '#servers/lib/blobs-s3.ts'
import { createDiskBlobs, type Blobs } from '#servers/lib/blobs.ts'
import { operatorFetch } from '#servers/lib/egress.ts'

const KEY = 'ab-0123456789'

/** A blob store under test, with a list of every object in it, finished or not. */
type Place = { blobs: Blobs; stored(): Promise<string[]>; close(): Promise<void> }

async function onDisk(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'polymuse-blobs-'))
  return {
    blobs: createDiskBlobs(join(folder, 'blobs')),
    stored: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter(each => each.isFile())
        .map(each => each.name),
    close: () => rm(folder, { recursive: true, force: true })
  }
}

function s3Blobs(server: S3Server, change: Record<string, string> = {}): Blobs {
  const { storage } = readConfig({ STORAGE_URL: server.url })
  if (storage === null) throw new Error('no storage')
  return createS3Blobs({ ...storage, ...change, fetch: operatorFetch, firstPause: 1 })
}

async function onS3(): Promise<Place> {
  const server = await startS3Server()
  return {
    blobs: s3Blobs(server),
    stored: async () => [
      ...server.objects.keys(),
      ...[...server.uploads.values()].map(upload => `${upload.key} unfinished`)
    ],
    close: () => server.close()
  }
}

const stream = (...chunks: Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array> =>
  new Blob(chunks).stream()
const text = (words: string): ReadableStream<Uint8Array> => stream(new TextEncoder().encode(words))

describe.each([
  { name: 'on disk', open: onDisk },
  { name: 'on S3', open: onS3 }
])('blobs $name', ({ open }) => {
  let place: Place
  let blobs: Blobs
  beforeEach(async () => {
    place = await open()
    blobs = place.blobs
  })
  afterEach(() => place.close())

  const read = async (
    key: string,
    range?: { start: number; end: number }
  ): Promise<string | null> => {
    const body = await blobs.get(key, range)
    return body && new Response(body).text()
  }

  test.each([1, 300_000, 8 * 1024 * 1024, 8 * 1024 * 1024 + 1, 17_000_000])(
    'a store returns the %i bytes that were put, with size and checksum',
    async length => {
      const bytes = randomBytes(length)
      const info = await blobs.put(KEY, stream(bytes), length)
      expect(info).toEqual({
        size: length,
        sha256: createHash('sha256').update(bytes).digest('hex')
      })
      const body = await blobs.get(KEY)
      expect(body && Buffer.from(await new Response(body).arrayBuffer()).equals(bytes)).toBe(true)
      expect([await blobs.size(KEY), await place.stored()]).toEqual([length, [KEY]])
    }
  )

  test.each<[{ start: number; end: number }, string]>([
    [{ start: 0, end: 0 }, 'h'],
    [{ start: 1, end: 3 }, 'ell'],
    [{ start: 3, end: 99 }, 'lo'],
    [{ start: 5, end: 9 }, '']
  ])('returns the range %j, both ends included', async (range, part) => {
    await blobs.put(KEY, text('hello'), 10)
    expect(await read(KEY, range)).toBe(part)
  })

  test('a store keeps an empty blob', async () => {
    await blobs.put(KEY, stream(), 0)
    expect([await blobs.size(KEY), await read(KEY)]).toEqual([0, ''])
  })

  test('a missing blob is returned as null, and its deletion is ignored', async () => {
    expect([await blobs.get(KEY), await blobs.size(KEY)]).toEqual([null, null])
    await expect(blobs.delete(KEY)).resolves.toBeUndefined()
  })

  test('a deleted blob is gone', async () => {
    await blobs.put(KEY, text('hello'), 10)
    await blobs.delete(KEY)
    expect([await read(KEY), await place.stored()]).toEqual([null, []])
  })

  describe('a blob is stored whole or not at all', () => {
    test.each([5, 9_000_000])('one byte more than the limit of %i stores nothing', async limit => {
      await blobs.put(KEY, stream(randomBytes(limit)), limit)
      await expect(
        blobs.put('cd-0123456789', stream(randomBytes(limit + 1)), limit)
      ).rejects.toMatchObject({ code: 'content_too_large' })
      expect(await place.stored()).toEqual([KEY])
    })
    test.each([3, 3_000_000])(
      'a source that fails after pieces of %i bytes leaves the earlier blob',
      async length => {
        await blobs.put(KEY, text('before'), 10)
        let pieces = 0
        const broken = new ReadableStream<Uint8Array>({
          pull(controller) {
            if (pieces++ < 4) controller.enqueue(new Uint8Array(length))
            else controller.error(new Error('gone'))
          }
        })
        await expect(blobs.put(KEY, broken, 100_000_000)).rejects.toThrow('gone')
        expect([await read(KEY), await place.stored()]).toEqual(['before', [KEY]])
      }
    )
    test('an endless source is cancelled at the limit', async () => {
      let cancelled = false
      const endless = new ReadableStream<Uint8Array>({
        pull: controller => controller.enqueue(new Uint8Array(1024)),
        cancel() {
          cancelled = true
        }
      })
      await expect(blobs.put(KEY, endless, 100_000)).rejects.toMatchObject({
        code: 'content_too_large'
      })
      expect([cancelled, await place.stored()]).toEqual([true, []])
    })
    test('two writers of one key leave one complete blob', async () => {
      await Promise.all(
        ['a', 'b'].map(letter => blobs.put(KEY, text(letter.repeat(100_000)), 100_000))
      )
      expect(await read(KEY)).toMatch(/^(a{100000}|b{100000})$/)
      expect(await place.stored()).toEqual([KEY])
    })
  })

  test.each([
    '../../etc/passwd',
    'short',
    'a/b/c/d/e/f',
    'name.with.dots',
    '',
    'x'.repeat(129),
    'nul\0nulnul'
  ])('refuses the key %j', async key => {
    await expect(blobs.put(key, text('x'), 1)).rejects.toThrow(TypeError)
    await expect(blobs.get(key)).rejects.toThrow(TypeError)
    await expect(blobs.size(key)).rejects.toThrow(TypeError)
    await expect(blobs.delete(key)).rejects.toThrow(TypeError)
  })
})

describe('an S3 store', () => {
  let server: S3Server
  beforeEach(async () => {
    server = await startS3Server()
  })
  afterEach(() => server.close())

  test('receives a long blob in parts and a short one in one request', async () => {
    const blobs = s3Blobs(server)
    await blobs.put(KEY, text('short'), 10)
    await blobs.put(KEY, stream(randomBytes(9_000_000)), 10_000_000)
    expect(server.calls).toEqual([
      'PUT',
      'POST uploads',
      'PUT partNumber uploadId',
      'PUT partNumber uploadId',
      'POST uploadId'
    ])
  })
  test('is retried a few times while it is busy', async () => {
    const blobs = s3Blobs(server)
    server.failNext(3)
    await blobs.put(KEY, text('hello'), 10)
    expect(await blobs.size(KEY)).toBe(5)
    server.failNext(4)
    await expect(blobs.size(KEY)).rejects.toThrow('answered 503 to HEAD')
  })
  test('refuses a wrong secret, and the error does not name it', async () => {
    const blobs = s3Blobs(server, { secretAccessKey: 'guessed' })
    await expect(blobs.put(KEY, text('hello'), 10)).rejects.toThrow(
      /^the file store answered 403 to PUT$/
    )
    expect(server.objects.size).toBe(0)
  })
  test('causes an error when it is unreachable, not a missing blob', async () => {
    const blobs = s3Blobs(server)
    await server.close()
    await expect(blobs.get(KEY)).rejects.toThrow('could not be reached')
  })
})
