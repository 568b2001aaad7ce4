import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDiskBlobs, type Blobs } from '#servers/lib/blobs.ts'

const KEY = 'ab-0123456789'
let folder = ''
let blobs: Blobs

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polymuse-blobs-'))
  blobs = createDiskBlobs(join(folder, 'blobs'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const stream = (...chunks: Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array> => new Blob(chunks).stream()
const text = (words: string): ReadableStream<Uint8Array> => stream(new TextEncoder().encode(words))
const read = async (key: string, range?: { start: number; end: number }): Promise<string | null> => {
  const body = await blobs.get(key, range)
  return body && new Response(body).text()
}
const files = async (): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter(each => each.isFile()).map(each => each.name)

test('what was put is got, with its size and checksum', async () => {
  const bytes = randomBytes(300_000)
  const info = await blobs.put(KEY, stream(bytes), bytes.length)
  expect(info).toEqual({ size: 300_000, sha256: createHash('sha256').update(bytes).digest('hex') })
  const body = await blobs.get(KEY)
  expect(body && Buffer.from(await new Response(body).arrayBuffer()).equals(bytes)).toBe(true)
  expect(await blobs.size(KEY)).toBe(300_000)
})

test.each<[{ start: number; end: number }, string]>([
  [{ start: 0, end: 0 }, 'h'],
  [{ start: 1, end: 3 }, 'ell'],
  [{ start: 3, end: 99 }, 'lo'],
  [{ start: 5, end: 9 }, '']
])('a range %j, both ends included', async (range, part) => {
  await blobs.put(KEY, text('hello'), 10)
  expect(await read(KEY, range)).toBe(part)
})

test('an empty blob is one', async () => {
  await blobs.put(KEY, stream(), 0)
  expect([await blobs.size(KEY), await read(KEY)]).toEqual([0, ''])
})

test('a blob that is not there is null, and deleting it is no mistake', async () => {
  expect([await blobs.get(KEY), await blobs.size(KEY)]).toEqual([null, null])
  await expect(blobs.delete(KEY)).resolves.toBeUndefined()
})

test('a deleted blob is gone', async () => {
  await blobs.put(KEY, text('hello'), 10)
  await blobs.delete(KEY)
  expect([await read(KEY), await files()]).toEqual([null, []])
})

describe('a blob is stored whole or not at all', () => {
  test('one byte too many leaves nothing', async () => {
    await blobs.put(KEY, text('hello'), 5)
    await expect(blobs.put('cd-0123456789', text('hello!'), 5)).rejects.toMatchObject({ code: 'content_too_large' })
    expect(await files()).toEqual([KEY])
  })
  test('a source that breaks off leaves what was there before', async () => {
    await blobs.put(KEY, text('before'), 10)
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(3))
        controller.error(new Error('gone'))
      }
    })
    await expect(blobs.put(KEY, broken, 100)).rejects.toThrow('gone')
    expect([await read(KEY), await files()]).toEqual(['before', [KEY]])
  })
  test('a source that never ends is left alone after its limit', async () => {
    let cancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull: controller => controller.enqueue(new Uint8Array(1024)),
      cancel() {
        cancelled = true
      }
    })
    await expect(blobs.put(KEY, endless, 100_000)).rejects.toMatchObject({ code: 'content_too_large' })
    expect([cancelled, await files()]).toEqual([true, []])
  })
  test('two writers of one key leave the whole of one', async () => {
    await Promise.all(['a', 'b'].map(letter => blobs.put(KEY, text(letter.repeat(100_000)), 100_000)))
    expect(await read(KEY)).toMatch(/^(a{100000}|b{100000})$/)
    expect(await files()).toEqual([KEY])
  })
})

test.each(['../../etc/passwd', 'short', 'a/b/c/d/e/f', 'name.with.dots', '', 'x'.repeat(129), 'nul\0nulnul'])('%j is no key', async key => {
  await expect(blobs.put(key, text('x'), 1)).rejects.toThrow(TypeError)
  await expect(blobs.get(key)).rejects.toThrow(TypeError)
})
