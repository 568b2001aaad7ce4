import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoredFile, UploadedFile } from '#contract/file.ts'
import { upload } from '../support/files.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
let eve: TestPerson
beforeAll(async () => {
  studio = await openStudio()
  ada = await person(studio)
  eve = await person(studio)
})
afterAll(() => studio.close())

const get = (
  file: UploadedFile,
  headers: Record<string, string> = {},
  query = ''
): Promise<Response> => studio.call(file.file_url + query, { headers })

describe('the owner of files', () => {
  const list = (who: TestPerson, query = ''): Promise<{ items: StoredFile[]; count: number }> =>
    json(studio.call(`/files${query}`, { token: who.credential.token }))

  test('lists them, newest first and in pages, and nobody else does', async () => {
    const bob = await person(studio)
    const made: UploadedFile[] = []
    for (const name of ['one', 'two', 'three']) {
      made.push(await upload(studio, bob, name, `${name}.txt`))
      studio.context.clock.advance(1000)
    }
    const { items, count } = await list(bob, '?limit=2')
    expect([count, items.map(file => file.name)]).toEqual([3, ['three.txt', 'two.txt']])
    expect(items[0]).toEqual({
      ...made[2],
      purpose: 'upload',
      task_id: null,
      created_at: expect.any(Number) as number
    })
    expect((await list(bob, '?limit=2&offset=2')).items.map(file => file.name)).toEqual(['one.txt'])
    expect((await list(eve)).count).toBe(0)
  })

  test('deletes a file with its resized images, everywhere', async () => {
    const blobs = join(studio.context.config.dataDir, 'blobs')
    const stored = async (): Promise<number> =>
      (await readdir(blobs, { recursive: true, withFileTypes: true })).filter(each => each.isFile())
        .length
    const before = await stored()
    const png = await sharp({ create: { width: 700, height: 700, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const file = await upload(studio, eve, new Uint8Array(png), 'red.png')
    await (await get(file, {}, '?w=320')).arrayBuffer()
    await (await get(file, {}, '?w=640')).arrayBuffer()
    expect(await stored()).toBe(before + 3)

    expect(
      (await studio.call(`/files/${file.id}`, { method: 'DELETE', token: ada.token.access_token }))
        .status
    ).toBe(404)
    expect((await get(file)).status).toBe(200)
    expect(
      await json(
        studio.call(`/files/${file.id}`, { method: 'DELETE', token: eve.token.access_token })
      )
    ).toEqual({
      id: file.id,
      success: true
    })

    for (const query of ['', '?w=320', '?w=640', '?w=1280'])
      expect((await get(file, {}, query)).status).toBe(404)
    expect((await get(file, { 'if-none-match': '*' })).status).toBe(404)
    expect(
      (await studio.call(`/api/v1/files/${file.id}`, { token: eve.token.access_token })).status
    ).toBe(404)
    expect((await list(eve)).items).toEqual([])
    expect(await stored()).toBe(before)
    expect(
      await studio.context.database.db
        .selectFrom('file')
        .select('id')
        .where('id', '=', file.id)
        .execute()
    ).toEqual([])
    expect(
      (await studio.call(`/files/${file.id}`, { method: 'DELETE', token: eve.token.access_token }))
        .status
    ).toBe(404)
  })
})
