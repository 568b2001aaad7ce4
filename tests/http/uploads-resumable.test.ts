import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResumableUpload, UploadedFile } from '#contract/file.ts'
import { readConfig } from '#servers/config.ts'
import { createFileStore } from '#servers/files/file-store.ts'
import { sweepUploads } from '#servers/files/sweep.ts'
import { freshStore, type Store } from '../support/database.ts'
import { begin, tus } from '../support/files.ts'
import { BASE, json, openStudio, person, type TestStudio } from '../support/studio.ts'

const LIMIT = 300_000
const DAY = 24 * 3_600_000

let store: Store
let studio: TestStudio
let ada = ''
let eve = ''
beforeAll(async () => {
  store = await freshStore('sqlite')
  studio = await openStudio({
    config: readConfig({ DATA_DIR: store.dataDir, UPLOAD_LIMIT: String(LIMIT) })
  })
  ada = (await person(studio)).token.access_token
  eve = (await person(studio)).token.access_token
})
afterAll(async () => {
  await studio.close()
  await store.remove()
})

const CONTENT = new Uint8Array(randomBytes(5000))
const patch = (
  id: string,
  offset: number,
  body: BodyInit,
  token = ada,
  headers: Record<string, string> = {}
): Promise<Response> =>
  tus(studio, token, 'PATCH', {
    id,
    body,
    headers: { 'upload-offset': String(offset), ...headers }
  })
const unfinishedFiles = (): Promise<string[]> => readdir(join(store.dataDir, 'uploads'))
const rows = () => studio.context.database.db.selectFrom('file').select('id').execute()
const code = async (answer: Promise<Response>): Promise<[number, string]> => {
  const response = await answer
  return [response.status, ((await response.json()) as { code: string }).code]
}

test('the server returns its limits before anything is sent', async () => {
  const answer = await studio.call('/api/v1/files/tus', { method: 'OPTIONS' })
  expect(answer.status).toBe(204)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'tus-resumable': '1.0.0',
    'tus-version': '1.0.0',
    'tus-extension': 'creation,creation-with-upload,termination',
    'tus-max-size': String(LIMIT)
  })
  expect(
    (
      await studio.call('/api/v1/files/tus', {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example' }
      })
    ).headers.get('access-control-allow-origin')
  ).toBeNull()
})

describe('a resumable upload', () => {
  test('becomes a file with its last piece', async () => {
    const id = await begin(studio, ada, 5000, 'noise.mp4')
    expect(id).toMatch(/^[\w-]{43}$/)
    const first = await patch(id, 0, CONTENT.slice(0, 2000))
    expect([
      first.status,
      first.headers.get('upload-offset'),
      first.headers.get('x-file-url')
    ]).toEqual([204, '2000', null])
    const head = await tus(studio, ada, 'HEAD', { id })
    expect([
      head.status,
      head.headers.get('upload-offset'),
      head.headers.get('upload-length')
    ]).toEqual([200, '2000', '5000'])
    expect(await json<ResumableUpload>(tus(studio, ada, 'GET', { id }))).toEqual({
      id,
      offset: 2000,
      length: 5000,
      file: null
    })
    expect((await studio.call(`/files/${id}`)).status).toBe(404)
    expect((await studio.call(`/api/v1/files/${id}`, { token: ada })).status).toBe(404)

    const last = await patch(id, 2000, CONTENT.slice(2000))
    expect([last.status, last.headers.get('x-file-url')]).toEqual([
      204,
      `${BASE}/files/${id}/noise-mp4.bin`
    ])
    expect(
      Buffer.from(await (await studio.call(`/files/${id}`)).arrayBuffer()).equals(CONTENT)
    ).toBe(true)
    const file = {
      id,
      file_url: `${BASE}/files/${id}/noise-mp4.bin`,
      name: 'noise.mp4',
      type: 'application/octet-stream',
      size: 5000
    }
    expect(await json<UploadedFile>(studio.call(`/api/v1/files/${id}`, { token: ada }))).toEqual(
      file
    )
    expect(await unfinishedFiles()).toEqual([])
  })

  test('returns its file again to a client that missed the last answer', async () => {
    const id = await begin(studio, ada, 5000)
    await patch(id, 0, CONTENT)
    const head = await tus(studio, ada, 'HEAD', { id })
    expect([
      head.headers.get('upload-offset'),
      head.headers.get('upload-length'),
      head.headers.get('x-file-url')
    ]).toEqual(['5000', '5000', `${BASE}/files/${id}/film-mp4.bin`])
    expect((await json<ResumableUpload>(tus(studio, ada, 'GET', { id }))).file?.file_url).toBe(
      `${BASE}/files/${id}/film-mp4.bin`
    )
  })

  test('is moved on the next request, if its process died before it could do so', async () => {
    const id = await begin(studio, ada, 5000)
    await writeFile(join(store.dataDir, 'uploads', id), CONTENT)
    const heads = await Promise.all([1, 2, 3].map(() => tus(studio, ada, 'HEAD', { id })))
    expect(heads.map(head => head.headers.get('x-file-url'))).toEqual(
      Array(3).fill(`${BASE}/files/${id}/film-mp4.bin`)
    )
    expect(await unfinishedFiles()).toEqual([])
  })

  test('may send bytes with its first call', async () => {
    const headers = { 'upload-length': '5000', 'content-type': 'application/offset+octet-stream' }
    const answer = await tus(studio, ada, 'POST', { headers, body: CONTENT })
    expect([answer.status, answer.headers.get('x-file-url')]).toEqual([
      201,
      expect.stringMatching(/\/files\/[\w-]{43}\/file\.bin$/)
    ])
    expect((await studio.call(answer.headers.get('x-file-url') ?? '')).status).toBe(200)
  })

  test('continues only at its offset', async () => {
    const id = await begin(studio, ada, 5000)
    await patch(id, 0, CONTENT.slice(0, 1000))
    expect(await code(patch(id, 0, CONTENT.slice(0, 1000)))).toEqual([409, 'bad_request'])
    expect(await code(patch(id, 4000, CONTENT.slice(4000)))).toEqual([409, 'bad_request'])
    expect((await tus(studio, ada, 'HEAD', { id })).headers.get('upload-offset')).toBe('1000')
  })

  test('can be cancelled', async () => {
    const id = await begin(studio, ada, 5000)
    await patch(id, 0, CONTENT.slice(0, 1000))
    expect((await tus(studio, ada, 'DELETE', { id })).status).toBe(204)
    expect((await tus(studio, ada, 'HEAD', { id })).status).toBe(404)
    expect((await unfinishedFiles()).filter(name => name.startsWith(id))).toEqual([])
  })
})

describe('the size limit', () => {
  test('can be reached exactly', async () => {
    const id = await begin(studio, ada, LIMIT)
    expect((await patch(id, 0, new Uint8Array(LIMIT))).headers.get('x-file-url')).toContain(id)
  })
  test('refuses one more byte at the start, and keeps nothing', async () => {
    const before = [await rows(), await unfinishedFiles()]
    expect(
      await code(tus(studio, ada, 'POST', { headers: { 'upload-length': String(LIMIT + 1) } }))
    ).toEqual([413, 'content_too_large'])
    expect(
      await code(tus(studio, ada, 'POST', { headers: { 'upload-defer-length': '1' } }))
    ).toEqual([501, 'api_not_implemented'])
    expect([await rows(), await unfinishedFiles()]).toEqual(before)
  })
  test('is also the length that an upload announced', async () => {
    const id = await begin(studio, ada, 100)
    expect(await code(patch(id, 0, new Uint8Array(101)))).toEqual([413, 'content_too_large'])
    const head = await tus(studio, ada, 'HEAD', { id })
    expect(Number(head.headers.get('upload-offset'))).toBeLessThanOrEqual(100)
  })
})

test.each<[string, Record<string, string>, number]>([
  ['no length', {}, 400],
  ['an invalid length', { 'upload-length': 'many' }, 400],
  ['a negative length', { 'upload-length': '-1' }, 400],
  ['a fraction', { 'upload-length': '1.5' }, 400],
  ['two lengths', { 'upload-length': '5', 'upload-defer-length': '1' }, 501],
  ['another version', { 'upload-length': '5', 'tus-resumable': '0.2.2' }, 400],
  ['invalid metadata', { 'upload-length': '5', 'upload-metadata': 'filename %%%' }, 400]
])('a first call with %s is refused', async (_, headers, status) => {
  const before = await rows()
  expect((await tus(studio, ada, 'POST', { headers })).status).toBe(status)
  expect(await rows()).toEqual(before)
})

describe('another user', () => {
  test('cannot read, continue or delete the upload', async () => {
    const id = await begin(studio, ada, 5000)
    await patch(id, 0, CONTENT.slice(0, 1000))
    expect(await code(patch(id, 1000, 'x', eve))).toEqual([404, 'not_found'])
    for (const method of ['HEAD', 'GET', 'DELETE'] as const)
      expect((await tus(studio, eve, method, { id })).status).toBe(404)
    expect((await studio.call(`/api/v1/files/${id}`, { token: eve })).status).toBe(404)
    expect((await studio.call(`/files/${id}`, { method: 'DELETE', token: eve })).status).toBe(404)
    expect((await tus(studio, ada, 'HEAD', { id })).headers.get('upload-offset')).toBe('1000')
  })
  test('cannot reach it by a path that begins with an upload of their own', async () => {
    const [hers, theirs] = [await begin(studio, ada, 5000), await begin(studio, eve, 5000)]
    for (const guess of [
      `${theirs}?x=/${hers}`,
      `${theirs}#/${hers}`,
      `${theirs}%2f${hers}`,
      `${theirs}/../${hers}`,
      `${theirs}/${hers}`,
      `${theirs}?/tus/${hers}`
    ]) {
      await patch(guess, 0, CONTENT.slice(0, 10), eve)
    }
    expect((await tus(studio, ada, 'HEAD', { id: hers })).headers.get('upload-offset')).toBe('0')
  })
  test('needs a token', async () => {
    const id = await begin(studio, ada, 5000)
    for (const method of ['PATCH', 'HEAD', 'GET', 'DELETE'] as const) {
      expect(
        (
          await studio.call(`/api/v1/files/tus/${id}`, {
            method,
            headers: { 'tus-resumable': '1.0.0' }
          })
        ).status
      ).toBe(401)
    }
    expect(
      await code(
        studio.call('/api/v1/files/tus', { method: 'POST', headers: { 'upload-length': '5' } })
      )
    ).toEqual([401, 'invalid_token'])
  })
})

test('an unfinished upload is swept away after a day, and nothing else is', async () => {
  const files = createFileStore({ context: studio.context })
  await sweepUploads(studio.context, files)
  const finished = await begin(studio, ada, 5)
  await patch(finished, 0, 'hello')
  const old = await begin(studio, ada, 5000)
  await patch(old, 0, CONTENT.slice(0, 1000))
  studio.context.clock.advance(DAY / 2)
  const token = (await person(studio)).token.access_token
  const recent = await begin(studio, token, 5000)
  expect((await unfinishedFiles()).filter(name => name.startsWith(old))).toHaveLength(2)

  studio.context.clock.advance(DAY / 2 + 1)
  expect(await sweepUploads(studio.context, files)).toBeGreaterThan(0)
  const left = (await rows()).map(row => row.id)
  expect([left.includes(finished), left.includes(old), left.includes(recent)]).toEqual([
    true,
    false,
    true
  ])
  expect((await unfinishedFiles()).filter(name => name.startsWith(old))).toEqual([])
  expect((await unfinishedFiles()).filter(name => name.startsWith(recent))).toHaveLength(2)
  expect((await studio.call(`/files/${finished}`)).status).toBe(200)
  expect(await sweepUploads(studio.context, files)).toBe(0)
})
