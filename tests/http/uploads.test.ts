import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UploadedFile } from '#contract/file.ts'
import type { ProblemBody } from '#core/problem.ts'
import { readConfig } from '#servers/config.ts'
import { listen } from '#servers/listen.ts'
import { formOf, upload } from '../support/files.ts'
import { freshStore, type Store } from '../support/database.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

const LIMIT = 300_000

let store: Store
let studio: TestStudio
let ada: TestPerson
let token = ''
let url = ''
let running: { url: string; stop(): Promise<void> }
beforeAll(async () => {
  store = await freshStore('sqlite')
  const config = readConfig({
    PORT: '0',
    DATA_DIR: store.dataDir,
    UPLOAD_LIMIT: String(LIMIT),
    LOG_LEVEL: 'silent'
  })
  studio = await openStudio({ config })
  ada = await person(studio)
  token = ada.token.access_token
  running = await listen(studio, config)
  url = `${running.url}/api/v1/files/`
})
afterAll(async () => {
  await running.stop()
  await store.remove()
})

/** Lists everything that uploads store: rows, and files in all folders. */
async function everything(): Promise<string[]> {
  const rows = await studio.context.database.db.selectFrom('file').select(['id', 'name']).execute()
  const found = await readdir(studio.context.config.dataDir, {
    recursive: true,
    withFileTypes: true
  })
  const names = found.filter(each => each.isFile()).map(each => join(each.parentPath, each.name))
  return [
    ...rows.map(row => row.id),
    ...names.filter(name => /blobs|uploads/.test(name))
  ].toSorted()
}

const post = (body: BodyInit, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body instanceof ReadableStream && { duplex: 'half' })
  })

const form = (
  parts: [header: string, content: string | Uint8Array][],
  ending = '\r\n--B--\r\n'
): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    Buffer.concat([
      ...parts.flatMap(([header, content]) => [
        Buffer.from(`\r\n--B\r\n${header}\r\n\r\n`),
        Buffer.from(content)
      ]),
      Buffer.from(ending)
    ])
  )
const FILE = 'content-disposition: form-data; name="file"; filename="a.txt"'
const B = { 'content-type': 'multipart/form-data; boundary=B' }

describe('a form with a file', () => {
  test('gets the address that opens the file', async () => {
    const content = randomBytes(LIMIT)
    const file = await json<UploadedFile>(post(formOf(content, 'Grüße 你好.bin')))
    expect(file).toEqual({
      id: expect.any(String) as string,
      file_url: `${running.url}/files/${file.id}/Gr%C3%BC%C3%9Fe-%E4%BD%A0%E5%A5%BD.bin`,
      name: 'Grüße 你好.bin',
      type: 'application/octet-stream',
      size: LIMIT
    })
    const served = await fetch(file.file_url)
    expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true)
    expect(
      await json(
        fetch(`${running.url}/api/v1/files/${file.id}`, {
          headers: { authorization: `Bearer ${token}` }
        })
      )
    ).toEqual(file)
  })

  test('may have other fields before and after the file', async () => {
    const body = form([
      ['content-disposition: form-data; name="note"', 'hello'],
      [FILE, 'first'],
      ['content-disposition: form-data; name="file"; filename="b.txt"', 'second'],
      ['content-disposition: form-data; name="x"', 'y']
    ])
    expect(await json(post(body, B))).toMatchObject({ name: 'a.txt', size: 5 })
  })

  test.each<[string, string]>([
    ['a/../../x.txt', 'x.txt'],
    ['C:\\dir\\x.txt', 'x.txt'],
    ['<img src=x onerror=alert(1)>.html', '<img src=x onerror=alert(1)>.html']
  ])('with a file called %s stores it as %s', async (given, kept) => {
    expect(await upload(studio, ada, 'x', given)).toMatchObject({ name: kept })
  })

  test('serves ranges and HEAD requests', async () => {
    const file = await upload(studio, ada, randomBytes(5000), 'noise.bin')
    const address = `${running.url}/files/${file.id}`
    const part = await fetch(address, { headers: { range: 'bytes=4990-' } })
    expect([
      part.status,
      part.headers.get('content-range'),
      (await part.arrayBuffer()).byteLength
    ]).toEqual([206, 'bytes 4990-4999/5000', 10])
    const head = await fetch(address, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '5000'])
  })
})

describe('nothing is kept of', () => {
  /**
   * Makes a call that is refused.
   * @returns the status, code and issues, and everything that the call left behind
   */
  const refused = async (
    asked: () => Promise<Response>
  ): Promise<[number, string, string, string[]]> => {
    const before = await everything()
    const answer = await asked()
    const { code, error } = (await answer.json()) as ProblemBody
    const left = (await everything()).filter(each => !before.includes(each))
    return [
      answer.status,
      code,
      (error.issues ?? []).map(each => `${each.field} ${each.code}`).join(),
      left
    ]
  }
  const stream = (...chunks: Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array> =>
    new Blob(chunks).stream()

  test('a file with one byte too many, with or without a length', async () => {
    expect(await refused(() => post(formOf(randomBytes(LIMIT + 1))))).toEqual([
      413,
      'content_too_large',
      '',
      []
    ])
    expect(await refused(() => post(stream(form([[FILE, randomBytes(LIMIT + 1)]])), B))).toEqual([
      413,
      'content_too_large',
      '',
      []
    ])
  })
  test('a form whose other fields are too large', async () => {
    expect(
      await refused(() =>
        post(
          stream(
            form([
              [FILE, 'x'],
              ['content-disposition: form-data; name="n"', randomBytes(LIMIT + 70_000)]
            ])
          ),
          B
        )
      )
    ).toEqual([413, 'content_too_large', 'file too_large', []])
  })
  test('a form that breaks off', async () => {
    expect(await refused(() => post(form([[FILE, 'hello']], ''), B))).toEqual([
      400,
      'bad_request',
      'body invalid',
      []
    ])
    expect(
      await refused(() =>
        post(
          form(
            [
              [FILE, 'hello'],
              ['content-disposition: form-data; name="n"', 'x']
            ],
            ''
          ),
          B
        )
      )
    ).toEqual([400, 'bad_request', 'body invalid', []])
  })
  test.each<[string, BodyInit, Record<string, string>]>([
    ['a form without a file', form([['content-disposition: form-data; name="file"', 'text']]), B],
    ['a file under another name', form([[FILE.replace('"file"', '"picture"'), 'x']]), B],
    ['an empty form', '--B--\r\n', B],
    ['a form without a boundary', 'x', { 'content-type': 'multipart/form-data' }],
    ['JSON', '{"file":"x"}', { 'content-type': 'application/json' }]
  ])('%s', async (_, body, headers) => {
    expect(await refused(() => post(body, headers))).toEqual([
      400,
      'bad_request',
      'file required',
      []
    ])
  })
  test('an invalid form', async () => {
    expect(await refused(() => post('hello', B))).toEqual([400, 'bad_request', 'body invalid', []])
  })
  test('a form with too many parts', async () => {
    const many = Array.from({ length: 500 }, (_each, index): [string, string] => [
      `content-disposition: form-data; name="n${index}"`,
      'x'
    ])
    expect(await refused(() => post(form(many), B))).toEqual([
      400,
      'bad_request',
      'file required',
      []
    ])
  })
  test('a file without a token, which is refused before it is read', async () => {
    expect(
      await refused(() => fetch(url, { method: 'POST', body: formOf(randomBytes(1000)) }))
    ).toEqual([401, 'invalid_token', '', []])
    expect(
      await refused(() =>
        fetch(url, {
          method: 'POST',
          body: formOf('x'),
          headers: { authorization: 'Bearer pm_made-up' }
        })
      )
    ).toEqual([401, 'invalid_token', '', []])
  })
  test('a sender who leaves midway', async () => {
    const before = await everything()
    const { hostname, port } = new URL(url)
    const socket = createConnection(Number(port), hostname)
    const head = `POST /api/v1/files/ HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\ncontent-type: ${B['content-type']}\r\ncontent-length: 200000\r\n\r\n`
    socket.write(Buffer.concat([Buffer.from(head), form([[FILE, randomBytes(100_000)]], '')]))
    await expect.poll(everything).not.toEqual(before)
    socket.destroy()
    await expect.poll(everything).toEqual(before)
  })
  test('an upload that announces too many bytes, which is refused at once', async () => {
    const before = await everything()
    const { hostname, port } = new URL(url)
    const socket = createConnection(Number(port), hostname)
    socket.write(
      `POST /api/v1/files/ HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\ncontent-type: ${B['content-type']}\r\ncontent-length: 99999999999\r\n\r\n--B\r\n${FILE}\r\n\r\nx`
    )
    const said = await new Promise<string>(resolve =>
      socket.once('data', data => resolve(data.toString()))
    )
    expect(said).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
    expect(await everything()).toEqual(before)
  })
})

test('the size limit can be read before anything is sent', async () => {
  expect(await json(studio.call('/api/v1/files/limits'))).toEqual({ max_size: LIMIT })
})
