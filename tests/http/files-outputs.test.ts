import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json } from '#core/provider.ts'
import { absoluteFiles } from '#servers/files/address.ts'
import { bytes, SAMPLES, upload } from '../support/files.ts'
import { openOutputWorld, VIDEO, type OutputWorld } from '../support/http-outputs.ts'
import { BASE } from '../support/studio.ts'

let world: OutputWorld
beforeAll(async () => {
  world = await openOutputWorld()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const open = (
  data: Json | undefined,
  field: string,
  headers: Record<string, string> = {}
): Promise<Response> =>
  world.studio.call(String((data as Record<string, Json>)[field]), { headers })

describe('an output of a vendor', () => {
  test("plays from our address, also in ranges, after the vendor's address has expired", async () => {
    const { kept, data } = await world.keep([
      world.video('/signed?token=1', { id: 'v1', duration: 5 })
    ])
    world.answer = (_path, response) => response.writeHead(403).end()
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
    const own = await upload(world.studio, world.ada, SAMPLES['image/png'] ?? '', 'mine.png')
    const { kept, data } = await world.keep([
      {
        values: { n: 1 },
        files: { audio_url: { bytes: bytes('ID3\x04\0') }, image_url: { url: own.file_url } }
      },
      { values: { n: 2 }, files: {} },
      world.video()
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
    world.answer = (_path, response) => response.writeHead(200, { 'content-type': type }).end(body)
    const { files: sources } = world.video()
    const [source = { url: '' }] = Object.values(sources).flat()
    const failed = world.keep([{ values: {}, files: { [field]: source } }])
    await expect(failed).rejects.toMatchObject({
      code: 'api_error',
      detail: expect.stringContaining(`the file of ${field} is`)
    })
  })

  test('belongs to its user and its task', async () => {
    const task = await world.addTask()
    const { kept } = await world.files.keepOutputs(
      task,
      [world.video()],
      new AbortController().signal
    )
    const { rows } = await world.files.list(world.ada.application.user_id, {
      limit: 1000,
      offset: 0
    })
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

test('a retry deletes the files of the earlier attempt, but not after it lost the task', async () => {
  const task = await world.addTask()
  const signal = new AbortController().signal
  const first = await world.files.keepOutputs(task, [world.video()], signal)
  const second = await world.files.keepOutputs(task, [world.video()], signal)
  expect((await world.studio.call(`/files/${first.kept[0]}`)).status).toBe(404)
  expect((await world.studio.call(`/files/${second.kept[0]}`)).status).toBe(200)
  await world.studio.context.database.db
    .updateTable('run')
    .set({ state: 'succeeded', lease_owner: 'other' })
    .where('id', '=', task.id)
    .execute()
  const late = await world.files.keepOutputs(task, [world.video()], signal)
  expect((await world.studio.call(`/files/${second.kept[0]}`)).status).toBe(200)
  await world.files.drop(late.kept)
  expect((await world.studio.call(`/files/${late.kept[0]}`)).status).toBe(404)
})

describe('our own addresses', () => {
  test('our own addresses are recognized by host and path and read from the store', async () => {
    const file = await upload(world.studio, world.ada, 'hello', 'hello.txt')
    const ours = [
      file.file_url,
      `${file.file_url}?w=320`,
      file.file_url.replace('127.0.0.1', 'localhost'),
      `${BASE}/files/anything`
    ]
    for (const address of ours)
      expect([address, await world.files.isOurs(address)]).toEqual([address, true])
    const foreign = [
      file.file_url.replace(BASE, 'https://elsewhere.example'),
      `${BASE}/other`,
      'http://x@127.0.0.1:4321/files/y',
      '/files/x',
      'ftp://127.0.0.1/files/x'
    ]
    for (const address of foreign)
      expect([
        address,
        await world.files.isOurs(address),
        await world.files.bytesOf(address)
      ]).toEqual([address, false, null])
    const found = await world.files.bytesOf(`${file.file_url}?w=320`)
    expect([found?.name, found?.type, found?.size, await new Response(found?.body).text()]).toEqual(
      ['hello.txt', 'text/plain', 5, 'hello']
    )
    await world.files.drop([file.id])
    await expect(world.files.bytesOf(file.file_url)).rejects.toMatchObject({ code: 'not_found' })
    await expect(world.files.bytesOf(`${BASE}/files/anything`)).rejects.toMatchObject({
      code: 'not_found'
    })
  })
})
