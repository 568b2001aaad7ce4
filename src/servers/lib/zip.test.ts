import { expect, test } from 'vitest'
import { FULL_DOSE } from '../../../tests/support/dose.ts'
import { zipResponse, type ZipEntry } from '#servers/lib/zip.ts'

const CHUNK = new Uint8Array(1_000_000).fill(65)

/** The files of a zip of ten gigabytes; the sample has a hundredth of that. */
const FILES = 4
const CHUNKS = FULL_DOSE ? 2500 : 25

/** Memory in bytes that a zip of any size may need. */
const MOST_HELD = 50_000_000

/** Creates the files of a zip, and counts the chunks that were read from them. */
function createFiles(): { entries: AsyncGenerator<ZipEntry>; read(): number } {
  let read = 0
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let file = 0; file < FILES; file++) {
      let left = CHUNKS
      const input = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (left-- === 0) return controller.close()
          read++
          controller.enqueue(CHUNK)
        }
      })
      yield { name: `${file}.bin`, lastModified: new Date(0), input }
    }
  }
  return { entries: entries(), read: () => read }
}

test('a zip of ten gigabytes is written while it is read, in bounded memory', async () => {
  const files = createFiles()
  const before = process.memoryUsage().arrayBuffers
  let size = 0
  let held = 0
  let ahead = 0
  let end = Buffer.alloc(0)
  const body = zipResponse(files.entries, 'all').body ?? expect.fail('no body')
  for await (const bytes of body) {
    size += bytes.length
    ahead = Math.max(ahead, files.read() * CHUNK.length - size)
    // The last chunks are the list of the files.
    if (bytes.length < CHUNK.length) end = Buffer.concat([end, bytes])
    if (files.read() % 20 === 0) held = Math.max(held, process.memoryUsage().arrayBuffers - before)
  }
  expect(ahead).toBeLessThan(10 * CHUNK.length)
  const content = FILES * CHUNKS * CHUNK.length
  expect(files.read()).toBe(FILES * CHUNKS)
  expect(size - content).toBeGreaterThan(0)
  expect(size - content).toBeLessThan(10_000)
  expect(held).toBeLessThan(MOST_HELD)
  for (let file = 0; file < FILES; file++) expect(end.includes(`${file}.bin`)).toBe(true)
}, 120_000)

test('a reader who leaves early ends the reading of files', async () => {
  const files = createFiles()
  const reader = zipResponse(files.entries, 'all').body?.getReader() ?? expect.fail('no body')
  for (let chunks = 0; chunks < 5; chunks++) await reader.read()
  await reader.cancel()
  const read = files.read()
  expect(read).toBeLessThan(15)
  await new Promise(setImmediate)
  expect(files.read()).toBe(read)
})
