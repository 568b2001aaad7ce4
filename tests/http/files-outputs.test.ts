import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json, MediaOutput } from '#core/provider.ts'
import { absoluteFiles } from '#servers/files/address.ts'
import { createFileStore } from '#servers/files/file-store.ts'
import type { TaskRow } from '#servers/api/tasks/lease.ts'
import { bytes, SAMPLES, upload } from '../support/files.ts'
import { BASE, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

const VIDEO = Buffer.concat([SAMPLES['video/mp4'] ?? bytes(''), randomBytes(200_000)])
const MAX_OUTPUT = 300_000

let studio: TestStudio
let ada: TestPerson
let userId = ''
let files: ReturnType<typeof createFileStore>
let vendor: Server
let host = ''
let answer: (path: string, response: ServerResponse) => void

beforeAll(async () => {
  vendor = createServer((request, response) => answer(request.url ?? '', response))
  await new Promise<void>(resolve => vendor.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(vendor.address() as AddressInfo).port}`
  studio = await openStudio()
  ada = await person(studio)
  userId = ada.application.user_id
  files = createFileStore({
    context: studio.context,
    trustedHosts: [host],
    maxOutput: MAX_OUTPUT,
    patience: 400
  })
})
afterAll(async () => {
  await studio.close()
  vendor.closeAllConnections()
  await new Promise(resolve => vendor.close(resolve))
})
beforeEach(() => {
  answer = (_path, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(VIDEO)
})

const at = (path: string): { url: string } => ({ url: `http://${host}${path}` })
const video = (path = '/video.mp4', values: Record<string, Json> = {}): MediaOutput => ({
  values,
  files: { video_url: at(path) }
})
const everything = async (): Promise<{ rows: number; blobs: number }> => {
  const rows = await studio.context.database.db.selectFrom('file').select('id').execute()
  const blobs = await readdir(join(studio.context.config.dataDir, 'blobs'), {
    recursive: true,
    withFileTypes: true
  }).catch(() => [])
  return { rows: rows.length, blobs: blobs.filter(each => each.isFile()).length }
}
const open = (
  data: Json | undefined,
  field: string,
  headers: Record<string, string> = {}
): Promise<Response> => studio.call(String((data as Record<string, Json>)[field]), { headers })

/** A task as the process that works on it holds it. */
async function aTask(change: Partial<TaskRow> = {}): Promise<TaskRow> {
  return studio.context.database.db
    .insertInto('run')
    .values({
      id: randomUUID(),
      service: 'veo',
      action: 'videos',
      user_id: userId,
      application_id: ada.application.id,
      credential_id: null,
      conversation_id: null,
      origin: BASE,
      state: 'running',
      fund: 'sandbox',
      held: 0,
      charged: 0,
      measure: null,
      reason: '',
      status_code: 0,
      trace_id: '',
      lease_owner: 'me',
      lease_until: 0,
      stop_at: null,
      created_at: 0,
      finished_at: null,
      ...change
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const keep = async (
  outputs: readonly MediaOutput[],
  signal = new AbortController().signal
): ReturnType<typeof files.keepOutputs> => files.keepOutputs(await aTask(), outputs, signal)

describe('an output of a vendor', () => {
  test('plays from our address, also in ranges, after its own address is dead', async () => {
    const { kept, data } = await keep([video('/signed?token=1', { id: 'v1', duration: 5 })])
    answer = (_path, response) => response.writeHead(403).end()
    expect(data).toEqual([{ id: 'v1', duration: 5, video_url: `/files/${kept[0]}/veo-1.mp4` }])
    const whole = await open(data[0], 'video_url')
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect(whole.headers.get('content-disposition')).toBe(
      `inline; filename="veo-1.mp4"; filename*=UTF-8''veo-1.mp4`
    )
    expect(Buffer.from(await whole.arrayBuffer()).equals(VIDEO)).toBe(true)
    const part = await open(data[0], 'video_url', { range: 'bytes=100000-100099' })
    expect([
      part.status,
      Buffer.from(await part.arrayBuffer()).equals(VIDEO.subarray(100_000, 100_100))
    ]).toEqual([206, true])
  })

  test('comes as several files, as bytes, or from our own store', async () => {
    const own = await upload(studio, ada, SAMPLES['image/png'] ?? '', 'mine.png')
    const { kept, data } = await keep([
      {
        values: { n: 1 },
        files: { audio_url: { bytes: bytes('ID3\x04\0') }, image_url: { url: own.file_url } }
      },
      { values: { n: 2 }, files: {} },
      video()
    ])
    expect(kept).toHaveLength(3)
    expect(data.map(each => Object.keys(each as object))).toEqual([
      ['n', 'audio_url', 'image_url'],
      ['n'],
      ['video_url']
    ])
    expect((await open(data[0], 'audio_url')).headers.get('content-type')).toBe('audio/mpeg')
    expect((await open(data[0], 'image_url')).headers.get('content-type')).toBe('image/png')
    expect(String((data[0] as Record<string, Json>)['image_url'])).not.toBe(
      new URL(own.file_url).pathname
    )
  })

  test.each([
    ['a page', 'image/png', 'video_url', '<script>alert(1)</script>'],
    ['words', 'video/mp4', 'video_url', '{"error":"expired"}'],
    ['a film', 'image/png', 'image_url', VIDEO],
    ['a picture', 'video/mp4', 'video_url', SAMPLES['image/png']]
  ])('is refused by its bytes: %s sent as %s for %s', async (_, type, field, body) => {
    answer = (_path, response) => response.writeHead(200, { 'content-type': type }).end(body)
    const { files: sources } = video()
    const [source = { url: '' }] = Object.values(sources).flat()
    const failed = keep([{ values: {}, files: { [field]: source } }])
    await expect(failed).rejects.toMatchObject({
      code: 'api_error',
      detail: expect.stringContaining(`what came for ${field} is`)
    })
  })

  test('belongs to its user and its task', async () => {
    const task = await aTask()
    const { kept } = await files.keepOutputs(task, [video()], new AbortController().signal)
    const { rows } = await files.list(userId, { limit: 1000, offset: 0 })
    expect(rows.find(row => row.id === kept[0])).toMatchObject({
      purpose: 'output',
      run_id: task.id,
      size: VIDEO.length
    })
  })

  test('has addresses on the requested origin', () => {
    const id = 'x'.repeat(43)
    expect(
      absoluteFiles(
        {
          a: [`/files/${id}`, '/files/short', `see /files/${id}`, 1, null],
          b: { c: `/files/${id}` }
        },
        'https://api.example'
      )
    ).toEqual({
      a: [`https://api.example/files/${id}`, '/files/short', `see /files/${id}`, 1, null],
      b: { c: `https://api.example/files/${id}` }
    })
  })
})

describe('a failed copy stores nothing and gives the reason without the address', () => {
  const failing: [string, (path: string, response: ServerResponse) => void, RegExp][] = [
    ['refused', (_path, response) => response.writeHead(403).end('no'), /answered 403/],
    ['gone', (_path, response) => response.writeHead(404).end('no'), /answered 404/],
    [
      'too large by its length',
      (_path, response) => response.writeHead(200, { 'content-length': MAX_OUTPUT + 1 }).write('x'),
      /more than 300000 bytes/
    ],
    [
      'too large without a length',
      (_path, response) => response.end(Buffer.alloc(MAX_OUTPUT + 1)),
      /more than 300000 bytes/
    ],
    [
      'endless',
      (_path, response) => {
        const more = (): void =>
          void response.write(Buffer.alloc(50_000), error => error == null && more())
        more()
      },
      /more than 300000 bytes/
    ],
    ['empty', (_path, response) => response.end(), /it is empty/],
    ['silent', () => undefined, /it did not come in time/],
    ['stuck', (_path, response) => response.writeHead(200).write('x'), /it did not come in time/],
    [
      'cut off',
      (_path, response) =>
        response.writeHead(200, { 'content-length': 5000 }).write('x', () => response.destroy()),
      /the line broke/
    ],
    [
      'a redirect inside',
      (_path, response) =>
        response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      /may not be fetched/
    ],
    [
      'a redirect to another port',
      (_path, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/x' }).end(),
      /may not be fetched/
    ],
    [
      'a redirect to a file',
      (_path, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      /may not be fetched/
    ]
  ]
  test.each(failing)('%s', async (_, how, why) => {
    const before = await everything()
    answer = (path, response) =>
      path.startsWith('/bad') ? how(path, response) : response.end(VIDEO)
    const failed = keep([video('/good'), video('/bad?token=hunter2')])
    await expect(failed).rejects.toMatchObject({
      code: 'api_error',
      detail: expect.stringMatching(why) as string
    })
    await expect(failed).rejects.not.toMatchObject({
      detail: expect.stringMatching(/hunter2|127\.0\.0\.1|169\.254/) as string
    })
    expect(await everything()).toEqual(before)
  })

  test.each([
    'http://127.0.0.1:1/x',
    'http://[::1]/x',
    'file:///etc/passwd',
    'data:image/png;base64,AA==',
    'nonsense',
    `${BASE}/files/${'x'.repeat(43)}`,
    `${BASE}/files/../api/v1/users/me`
  ])('an address that must not be fetched: %s', async url => {
    const before = await everything()
    await expect(
      keep([video(), { values: {}, files: { video_url: { url } } }])
    ).rejects.toMatchObject({ code: 'api_error' })
    expect(await everything()).toEqual(before)
  })

  test('a copy that stops with its process', async () => {
    const before = await everything()
    const stopping = new AbortController()
    answer = (_path, response) => response.writeHead(200).write('x', () => stopping.abort())
    await expect(keep([video()], stopping.signal)).rejects.toMatchObject({ code: 'canceled' })
    expect(await everything()).toEqual(before)
  })
})

test('a retry deletes the files of the try before, but not after it lost the task', async () => {
  const task = await aTask()
  const signal = new AbortController().signal
  const first = await files.keepOutputs(task, [video()], signal)
  const second = await files.keepOutputs(task, [video()], signal)
  expect((await studio.call(`/files/${first.kept[0]}`)).status).toBe(404)
  expect((await studio.call(`/files/${second.kept[0]}`)).status).toBe(200)
  await studio.context.database.db
    .updateTable('run')
    .set({ state: 'succeeded', lease_owner: 'other' })
    .where('id', '=', task.id)
    .execute()
  const late = await files.keepOutputs(task, [video()], signal)
  expect((await studio.call(`/files/${second.kept[0]}`)).status).toBe(200)
  await files.drop(late.kept)
  expect((await studio.call(`/files/${late.kept[0]}`)).status).toBe(404)
})

describe('our own addresses', () => {
  test('our own addresses are recognized by host and path and read from the store', async () => {
    const file = await upload(studio, ada, 'hello', 'hello.txt')
    const ours = [
      file.file_url,
      `${file.file_url}?w=320`,
      file.file_url.replace('127.0.0.1', 'localhost'),
      `${BASE}/files/anything`
    ]
    for (const address of ours)
      expect([address, await files.isOurs(address)]).toEqual([address, true])
    const foreign = [
      file.file_url.replace(BASE, 'https://elsewhere.example'),
      `${BASE}/other`,
      'http://x@127.0.0.1:4321/files/y',
      '/files/x',
      'ftp://127.0.0.1/files/x'
    ]
    for (const address of foreign)
      expect([address, await files.isOurs(address), await files.bytesOf(address)]).toEqual([
        address,
        false,
        null
      ])
    const found = await files.bytesOf(`${file.file_url}?w=320`)
    expect([found?.name, found?.type, found?.size, await new Response(found?.body).text()]).toEqual(
      ['hello.txt', 'text/plain', 5, 'hello']
    )
    await files.drop([file.id])
    await expect(files.bytesOf(file.file_url)).rejects.toMatchObject({ code: 'not_found' })
    await expect(files.bytesOf(`${BASE}/files/anything`)).rejects.toMatchObject({
      code: 'not_found'
    })
  })
})
