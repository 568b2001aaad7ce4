import { createHash, randomBytes } from 'node:crypto'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#servers/config.ts'
import { listen } from '#servers/listen.ts'
import { freshStore, type Store } from '../support/database.ts'
import { openStudio, person } from '../support/studio.ts'

const MB = 1024 * 1024

let store: Store
let running: { url: string; stop(): Promise<void> }
let line: Server
let token = ''
/** Number of bytes after which each next connection breaks, one entry per connection. */
let cuts: number[] = []
let cutTimes = 0

beforeAll(async () => {
  store = await freshStore('sqlite')
  const config = readConfig({
    PORT: '0',
    DATA_DIR: store.dataDir,
    UPLOAD_LIMIT: String(99 * MB),
    LOG_LEVEL: 'silent'
  })
  const studio = await openStudio({ config })
  token = (await person(studio)).token.access_token
  running = await listen(studio, config)
  line = createServer(near => carry(near, Number(new URL(running.url).port)))
  await new Promise<void>(resolve => line.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await running.stop()
  await new Promise(resolve => line.close(resolve))
  await store.remove()
})

/** Connects a socket to the server, and breaks the connection after the next number in `cuts`. */
function carry(near: Socket, port: number): void {
  const passed = createConnection(port, '127.0.0.1')
  let carried = 0
  const cut = (): void => {
    near.destroy()
    passed.destroy()
  }
  near.on('data', chunk => {
    carried += chunk.length
    if (cuts[0] !== undefined && carried > cuts[0]) {
      cuts.shift()
      cutTimes++
      cut()
    } else if (!passed.write(chunk)) {
      near.pause()
      passed.once('drain', () => near.resume())
    }
  })
  passed.on('data', chunk => near.write(chunk))
  for (const socket of [near, passed]) socket.on('error', cut).on('close', cut)
}

/**
 * Uploads content.
 * @returns the address of the file, and the offsets at which the upload continued
 */
function send(content: Buffer): Promise<{ url: string; offsets: number[] }> {
  const offsets: number[] = []
  const { port } = line.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const upload = new Upload(content, {
      endpoint: `http://127.0.0.1:${port}/api/v1/files/tus`,
      headers: { authorization: `Bearer ${token}` },
      metadata: { filename: 'film.mp4' },
      retryDelays: [0, 10, 20, 50, 100],
      onAfterResponse(request, response) {
        if (request.getMethod() === 'HEAD')
          offsets.push(Number(response.getHeader('upload-offset')))
      },
      onError: reject,
      onSuccess: ({ lastResponse }) =>
        resolve({ url: lastResponse.getHeader('x-file-url') ?? '', offsets })
    })
    upload.start()
  })
}

test('99 MB arrive over a connection that breaks three times, and nothing is sent twice', async () => {
  const content = randomBytes(99 * MB)
  cuts = [20 * MB, 30 * MB, 25 * MB]
  const { url, offsets } = await send(content)
  expect(cutTimes).toBe(3)
  expect(offsets).toHaveLength(3)
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
  expect(offsets.at(-1)).toBeGreaterThan(50 * MB)
  const served = await fetch(url)
  const hash = createHash('sha256')
  for await (const chunk of served.body ?? []) hash.update(chunk)
  expect(hash.digest('hex')).toBe(createHash('sha256').update(content).digest('hex'))
}, 60_000)

test('a file one byte over the limit is refused before a byte is sent', async () => {
  let carried = 0
  line.once('connection', socket => socket.on('data', chunk => (carried += chunk.length)))
  await expect(send(Buffer.alloc(99 * MB + 1))).rejects.toMatchObject({
    message: expect.stringContaining('response code: 413') as string
  })
  expect(carried).toBeLessThan(2000)
})
