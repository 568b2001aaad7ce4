import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#servers/config.ts'
import { createLog } from '#servers/lib/log.ts'
import { listen } from '#servers/listen.ts'
import { freshStore, type Store } from '../support/database.ts'
import { visit } from '../support/process.ts'
import { openStudio, person, type TestStudio } from '../support/studio.ts'

/**
 * Milliseconds of silence after which the server aborts a request in this test. The default is 30
 * s.
 */
const PATIENCE = 600
const WHOLE = 4 * 1024 * 1024

let store: Store
let studio: TestStudio
let running: Awaited<ReturnType<typeof listen>>
let token = ''
let lines: { level: number; status?: number; route?: string; err?: unknown; msg: string }[] = []

beforeAll(async () => {
  store = await freshStore('sqlite')
  const log = createLog('info', {
    write: line => lines.push(JSON.parse(line) as (typeof lines)[0])
  })
  studio = await openStudio({
    config: readConfig({ PORT: '0', DATA_DIR: store.dataDir, RATE_LIMITS: 'off' }),
    log
  })
  token = (await person(studio)).token.access_token
  running = await listen(studio, studio.context.config, PATIENCE)
})
afterAll(async () => {
  await running.stop()
  await store.remove()
})

type Head = { method?: string; path: string; headers?: Record<string, string>; length?: number }

const FORM = { 'content-type': 'multipart/form-data; boundary=b' }
const FILE = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'

function headOf({ method = 'POST', path, headers = {}, length = WHOLE }: Head): string {
  const all = {
    host: new URL(running.url).host,
    authorization: `Bearer ${token}`,
    'content-length': String(length),
    ...headers
  }
  return `${method} ${path} HTTP/1.1\r\n${Object.entries(all)
    .map(line => line.join(': '))
    .join('\r\n')}\r\n\r\n`
}

/** Opens a connection to the server. `said` is everything that the server sends until it closes. */
async function open(): Promise<{ socket: Socket; said: Promise<string> }> {
  const socket = connect(Number(new URL(running.url).port), '127.0.0.1')
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined)
  return { socket, said: once(socket, 'close').then(() => text) }
}

async function tusUpload(): Promise<string> {
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(WHOLE) }
  const answer = await studio.call('/api/v1/files/tus', { method: 'POST', token, headers })
  return new URL(answer.headers.get('location') ?? '', 'http://127.0.0.1').pathname
}

/** Requests that stop before their end, as a name and a function that builds the part to send. */
const BEGUN: [what: string, begin: () => Promise<string>][] = [
  [
    'a form with a file',
    async () => headOf({ path: '/api/v1/files', headers: FORM }) + FILE + 'x'.repeat(100_000)
  ],
  ['a form with nothing yet', async () => headOf({ path: '/api/v1/files', headers: FORM })],
  [
    'a piece of a resumable upload',
    async () => {
      const headers = {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream'
      }
      return headOf({ method: 'PATCH', path: await tusUpload(), headers }) + 'x'.repeat(100_000)
    }
  ],
  [
    'JSON',
    async () =>
      headOf({
        path: '/api/v1/applications/',
        headers: { 'content-type': 'application/json' },
        length: 5000
      }) + '{"type":'
  ],
  [
    'JSON in chunks',
    async () =>
      headOf({
        path: '/api/v1/applications/',
        headers: { 'content-type': 'application/json' }
      }).replace(/content-length: \d+/, 'transfer-encoding: chunked') + '5\r\n{"typ\r\n'
  ],
  [
    'a sign-in',
    async () =>
      headOf({
        path: '/api/auth/sign-in/email',
        headers: { 'content-type': 'application/json' },
        length: 500
      }) + '{"email":'
  ],
  [
    'a question of the OpenAI form',
    async () =>
      headOf({
        path: '/v1/chat/completions',
        headers: { 'content-type': 'application/json' },
        length: 500
      }) + '{"model":'
  ],
  [
    'a webhook',
    async () => headOf({ path: '/api/v1/payments/stripe/callback', length: 500 }) + '{"id":'
  ]
]

/** The log lines that make an operator look for an error of the server. */
const failures = (): unknown[] =>
  lines.filter(line => line.level >= 50 || (line.status ?? 0) >= 500)

test.each(BEGUN)('%s that its sender aborts is not logged as an error', async (_, begin) => {
  const { socket, said } = await open()
  const begun = await begin()
  lines = []
  socket.write(begun, () => socket.destroy())
  await said
  await expect.poll(() => lines.filter(line => line.msg === 'call').length).toBe(1)
  expect(failures()).toEqual([])
})

test.each(BEGUN.slice(0, 5))(
  '%s that stalls ends with 408 and is not logged as an error',
  async (_, begin) => {
    const { socket, said } = await open()
    const begun = await begin()
    lines = []
    socket.write(begun)
    expect(await said).toMatch(/^HTTP\/1\.1 408 /)
    await expect.poll(() => lines.filter(line => line.msg === 'call').length).toBe(1)
    expect(failures()).toEqual([])
  }
)

test('a stalled head and a silent connection end with 408', async () => {
  const [begun, silent] = [await open(), await open()]
  begun.socket.write('POST /api/v1/files HTTP/1.1\r\nhost: 127.0.0.1\r\n')
  expect(await begun.said).toMatch(/^HTTP\/1\.1 408 /)
  expect(await silent.said).toMatch(/^(HTTP\/1\.1 408 |$)/)
})

test('an upload that makes progress has no time limit', async () => {
  const { socket, said } = await open()
  const rest = ['ab', 'cd', 'ef', 'gh', 'ij', 'kl', '\r\n--b--\r\n']
  const length = Buffer.byteLength(FILE + rest.join(''))
  socket.write(
    headOf({ path: '/api/v1/files', headers: { ...FORM, connection: 'close' }, length }) + FILE
  )
  for (const piece of rest) {
    await wait(PATIENCE / 3)
    socket.write(piece)
  }
  const answer = await said
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).toContain('"size":12')
})

test('an idle connection is kept for longer than proxies keep theirs', async () => {
  const { headers } = await visit(`${running.url}/healthz`)
  expect(headers).toMatchObject({ connection: 'keep-alive', 'keep-alive': 'timeout=95' })
})
