import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#servers/config.ts'
import { createContext } from '#servers/studio.ts'
import { freshStore, type Store } from '../support/database.ts'
import { begin, tus, upload } from '../support/files.ts'
import { startS3Server, type S3Server } from '../support/s3-server.ts'
import { openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let store: Store
let server: S3Server
let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  store = await freshStore('sqlite')
  server = await startS3Server()
  const config = readConfig({ DATA_DIR: store.dataDir, STORAGE_URL: server.url })
  const configured = await createContext(config)
  await configured.database.close()
  studio = await openStudio({ config, blobs: configured.blobs })
  ada = await person(studio)
})
afterAll(async () => {
  await studio.close()
  await server.close()
  await store.remove()
})

test('with STORAGE_URL, files are uploaded, served in ranges, resized and deleted in the bucket', async () => {
  const token = ada.token.access_token
  const picture = await upload(
    studio,
    ada,
    new Uint8Array(
      await sharp({ create: { width: 700, height: 350, channels: 3, background: 'blue' } })
        .png()
        .toBuffer()
    )
  )
  const content = new Uint8Array(randomBytes(9_000_000))
  const id = await begin(studio, token, content.length)
  const last = await tus(studio, token, 'PATCH', {
    id,
    headers: { 'upload-offset': '0' },
    body: content
  })
  expect(last.headers.get('x-file-url')).toContain(id)
  const part = await studio.call(`/files/${id}`, { headers: { range: 'bytes=8999990-' } })
  expect([
    part.status,
    Buffer.from(await part.arrayBuffer()).equals(content.subarray(8_999_990))
  ]).toEqual([206, true])
  const small = await studio.call(`${picture.file_url}?w=320`)
  expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(320)

  expect(server.objects.size).toBe(3)
  for (const key of server.objects.keys()) expect([picture.id, id]).not.toContain(key)
  for (const file of [picture.id, id])
    expect((await studio.call(`/files/${file}`, { method: 'DELETE', token })).status).toBe(200)
  expect([server.objects.size, server.uploads.size]).toEqual([0, 0])
})

test('a failing bucket is reported, and a failed deletion can be repeated', async () => {
  const file = await upload(studio, ada, 'hello')
  const token = ada.token.access_token
  server.failNext(4)
  expect((await studio.call(`/files/${file.id}`, { method: 'DELETE', token })).status).toBe(500)
  expect((await studio.call(`/files/${file.id}`)).status).toBe(404)
  expect((await studio.call(`/files/${file.id}`, { method: 'DELETE', token })).status).toBe(200)
  expect(server.objects.size).toBe(0)
})
