import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import type { UploadedFile } from '#contract/file.ts'
import type { ProblemBody } from '#core/problem.ts'
import { createFileStore } from '#servers/files/file-store.ts'
import { upload } from '../support/files.ts'
import { openMediaWorld, type MediaWorld } from '../support/media-world.ts'
import { frames, json, person, type TestPerson } from '../support/studio.ts'

/** File extensions by which the original front end recognizes an image. */
const IS_PICTURE = /\.(jpg|jpeg|png|gif|bmp|webp|svg|tiff|ico|heic)$/i

let world: MediaWorld
let eve: TestPerson
let png: Buffer
beforeAll(async () => {
  world = await openMediaWorld()
  eve = await person(world.studio)
  png = await sharp({ create: { width: 700, height: 700, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
})
afterAll(() => world.close())

const call = (
  address: string,
  init: Parameters<MediaWorld['studio']['call']>[1] = {}
): Promise<Response> => world.studio.call(address, init)
/** Returns the address of a file and its former address, which older answers contain. */
const addressesOf = ({ id, file_url }: UploadedFile): [string, string] => [
  file_url,
  file_url.slice(0, file_url.indexOf(id) + id.length)
]
const bytesAt = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())

describe('the address of an upload', () => {
  test.each([
    ['name.png', 'name.png'],
    ['holiday.html', 'holiday-html.png'],
    ['no ending', 'no-ending.png'],
    ['Фото 1.PNG', '%D0%A4%D0%BE%D1%82%D0%BE-1.png']
  ])('of an image named %s ends in %s', async (name, segment) => {
    const file = await upload(
      world.studio,
      world.ada,
      new Blob([new Uint8Array(png)]),
      name,
      'text/html'
    )
    expect(new URL(file.file_url).pathname).toBe(`/files/${file.id}/${segment}`)
    expect(file.file_url).toMatch(IS_PICTURE)
  })

  test('has no image extension when the bytes are no image', async () => {
    for (const content of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      new Uint8Array([0, 1, 2])
    ]) {
      const file = await upload(world.studio, world.ada, content, 'photo.png', 'image/png')
      expect(file.file_url).not.toMatch(IS_PICTURE)
      expect(file.name).toBe('photo.png')
    }
  })

  test('is saved under a name with the same extension', async () => {
    const file = await upload(world.studio, world.ada, new Blob([new Uint8Array(png)]), 'page.html')
    for (const address of addressesOf(file))
      for (const query of ['', '?download=1'])
        expect((await call(address + query)).headers.get('content-disposition')).toContain(
          'filename="page.html.png"'
        )
  })
})

describe('the current and the former address of a file', () => {
  test('serve the file whole, in part, resized and cached, to pages of any origin', async () => {
    const file = await upload(
      world.studio,
      world.ada,
      new Blob([new Uint8Array(png)]),
      'square.png'
    )
    for (const address of [...addressesOf(file), `${addressesOf(file)[1]}/anything.exe`]) {
      const whole = await call(address, { headers: { origin: 'https://elsewhere.example' } })
      expect([
        whole.status,
        whole.headers.get('content-type'),
        whole.headers.get('access-control-allow-origin')
      ]).toEqual([200, 'image/png', '*'])
      expect(whole.headers.get('content-disposition')).toBe(
        `inline; filename="square.png"; filename*=UTF-8''square.png`
      )
      expect(whole.headers.get('content-security-policy')).toContain('sandbox')
      expect((await bytesAt(whole)).equals(png)).toBe(true)
      const part = await call(address, { headers: { range: 'bytes=1-3' } })
      expect([part.status, (await bytesAt(part)).toString('latin1')]).toEqual([206, 'PNG'])
      const etag = whole.headers.get('etag') ?? ''
      expect((await call(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
      expect((await call(address, { method: 'HEAD' })).headers.get('content-length')).toBe(
        String(png.length)
      )
      const small = await bytesAt(await call(`${address}?w=320`))
      expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 320 })
    }
  })

  test('let only the owner delete it, and then are not found', async () => {
    for (const at of [0, 1] as const) {
      const file = await upload(
        world.studio,
        world.ada,
        new Blob([new Uint8Array(png)]),
        'gone.png'
      )
      const address = addressesOf(file)[at]
      expect((await call(address, { method: 'DELETE', token: eve.credential.token })).status).toBe(
        404
      )
      expect((await call(address, { method: 'DELETE' })).status).toBe(400)
      expect(
        await json(call(address, { method: 'DELETE', token: world.ada.credential.token }))
      ).toEqual({ id: file.id, success: true })
      expect(
        await Promise.all(addressesOf(file).map(async each => (await call(each)).status))
      ).toEqual([404, 404])
    }
    expect((await call(`/files/${'x'.repeat(43)}/name.png`)).status).toBe(404)
  })

  test('are recognized as ours, so the bytes are read without a request', async () => {
    const file = await upload(world.studio, world.ada, new Blob([new Uint8Array(png)]), 'ours.png')
    const store = createFileStore({ context: world.studio.context })
    for (const address of addressesOf(file)) {
      expect(await store.isOurs(address)).toBe(true)
      expect(await store.bytesOf(address)).toMatchObject({
        name: 'ours.png',
        type: 'image/png',
        size: png.length
      })
      const described = await world.result('midjourney/describe', { image_url: address })
      expect(described['descriptions']).toHaveLength(4)
    }
    expect(world.stranger.received).toEqual([])
  })

  test('work as references of a question', async () => {
    const file = await upload(world.studio, world.ada, new Blob([new Uint8Array(png)]), 'asked.png')
    for (const address of addressesOf(file)) {
      const body = {
        model: 'gpt-6-sol',
        question: 'What is it? [sandbox:tokens=5]',
        references: [address]
      }
      const { frames: found } = await frames(
        await call('/aichat/conversations', { json: body, token: world.ada.credential.token })
      )
      const request = { action: 'retrieve', id: found[0]?.['id'] }
      const { messages } = await json<Conversation>(
        call('/aichat/conversations', { json: request, token: world.ada.credential.token })
      )
      expect(messages?.[0]?.content).toContainEqual(
        expect.objectContaining({ type: 'image_url', image_url: address, name: 'asked.png' })
      )
      const foreign = await call('/aichat/conversations', {
        json: body,
        token: eve.credential.token
      })
      expect(((await foreign.json()) as ProblemBody).error.issues).toEqual([
        { field: 'references', code: 'not_found' }
      ])
    }
  })
})

test('an output has its name in its address, and an old row without the name works, too', async () => {
  const made = await world.result('postage-stamps/sheets', { prompt: 'a bird' })
  const [output] = made.data ?? []
  expect(output?.['image_url']).toMatch(/\/files\/[\w-]{43}\/stamps-1\.png$/)
  const { db } = world.studio.context.database
  const { response } = await db
    .selectFrom('run')
    .select('response')
    .where('id', '=', made.task_id)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('run')
    .set({ response: (response ?? '').replaceAll('/stamps-1.png', '') })
    .where('id', '=', made.task_id)
    .execute()
  const before = await world.task('postage-stamps', made.task_id)
  const address = String(
    (before.response as unknown as { data: { image_url: string }[] }).data[0]?.image_url
  )
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:4321\/files\/[\w-]{43}$/)
  expect((await call(address)).headers.get('content-type')).toBe('image/png')
  // Deleting the task also deletes this file.
  await json(
    call('/postage-stamps/tasks', {
      json: { action: 'delete', id: made.task_id },
      token: world.ada.credential.token
    })
  )
  expect((await call(address)).status).toBe(404)
})
