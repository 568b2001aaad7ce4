import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { User, SignInMethods } from '#contract/user.ts'
import { idOf } from '../support/account.ts'
import { upload } from '../support/files.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
})
afterAll(() => studio.close())

const token = (): string => ada.token.access_token
const me = (): Promise<User> => json(studio.call('/api/v1/users/me', { token: token() }))
function send(bytes: Uint8Array | string, name = 'me.png', field = 'file'): Promise<Response> {
  const form = new FormData()
  form.set(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
  return studio.call('/api/v1/users/me/avatar', { method: 'PUT', body: form, token: token() })
}
const issueOf = async (answer: Promise<Response>): Promise<unknown[]> => {
  const { status, ...response } = await answer.then(async each => ({
    status: each.status,
    body: (await each.json()) as never
  }))
  const { issues } = (response.body as { error: { issues: { field: string; code: string }[] } })
    .error
  return [status, ...issues.map(({ field, code }) => `${field} ${code}`)]
}
/** Draws a flag: left third red, middle third green, right third blue. */
async function flag(): Promise<Sharp> {
  const stripe = (background: string) =>
    sharp({ create: { width: 100, height: 100, channels: 3, background } })
      .png()
      .toBuffer()
  const [middle, end] = [await stripe('#00ff00'), await stripe('#0000ff')]
  const ground = sharp({ create: { width: 300, height: 100, channels: 3, background: '#ff0000' } })
  const drawn = ground.composite([
    { input: middle, left: 100, top: 0 },
    { input: end, left: 200, top: 0 }
  ])
  return sharp(await drawn.png().toBuffer())
}
const download = async (address: string): Promise<Buffer> =>
  Buffer.from(await (await studio.call(new URL(address).pathname)).arrayBuffer())

test('an image is cropped to a square, loses its EXIF data and replaces the previous avatar', async () => {
  const source = await (
    await flag()
  )
    .jpeg({ quality: 100 })
    .withExif({ IFD0: { Copyright: 'hush-hush' } })
    .toBuffer()
  const first = await json<User>(send(source, 'boat.jpg'))
  expect(await me()).toEqual(first)
  const cropped = await download(first.avatar)
  const { format, width, height, exif } = await sharp(cropped).metadata()
  expect({ format, width, height, exif }).toEqual({
    format: 'webp',
    width: 256,
    height: 256,
    exif: undefined
  })
  const { channels } = await sharp(cropped).stats()
  expect(channels.map(channel => Math.round(channel.mean / 255)).slice(0, 3)).toEqual([0, 1, 0])
  const second = await json<User>(send(await (await flag()).gif().toBuffer(), 'boat.gif'))
  expect(second.avatar).not.toBe(first.avatar)
  expect((await studio.call(new URL(first.avatar).pathname)).status).toBe(404)
  const cleared = await json<User>(
    studio.call('/api/v1/users/me', { method: 'PUT', json: { avatar: '' }, token: token() })
  )
  expect(cleared.avatar).toBe('')
})

test('a new avatar does not delete a file that was uploaded for another purpose', async () => {
  const file = await upload(
    studio,
    ada,
    new Uint8Array(await (await flag()).png().toBuffer()),
    'boat.png'
  )
  await json(
    studio.call('/api/v1/users/me', {
      method: 'PUT',
      json: { avatar: file.file_url },
      token: token()
    })
  )
  await json(send(await (await flag()).png().toBuffer()))
  expect((await studio.call(new URL(file.file_url).pathname)).status).toBe(200)
})

test('a file that is no image is refused and stores nothing', async () => {
  await json(send(await (await flag()).png().toBuffer()))
  const before = await me()
  const files = (): Promise<unknown[]> =>
    studio.context.database.db.selectFrom('file').select('id').execute()
  const storedFiles = await files()
  const half = (await (await flag()).png().toBuffer()).subarray(0, 60)
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  for (const content of ['', 'hello', svg, half, '%PDF-1.4'])
    expect(await issueOf(send(content))).toEqual([400, 'file invalid'])
  expect(await issueOf(send('x', 'x.png', 'other'))).toEqual([400, 'file required'])
  expect(await issueOf(send(new Uint8Array(10 * 1024 * 1024 + 1)))).toEqual([413, 'file too_large'])
  const wide = sharp({ create: { width: 16_000, height: 4_000, channels: 3, background: 'red' } })
  expect(await issueOf(send(await wide.png({ compressionLevel: 9 }).toBuffer()))).toEqual([
    400,
    'file invalid'
  ])
  expect(
    await issueOf(
      studio.call('/api/v1/users/me/avatar', { method: 'PUT', json: {}, token: token() })
    )
  ).toEqual([400, 'file required'])
  expect((await studio.call('/api/v1/users/me/avatar', { method: 'PUT' })).status).toBe(401)
  expect(await me()).toEqual(before)
  expect(await files()).toEqual(storedFiles)
})

test('only the user reads their sign-in methods, and the profile shows whether they are an operator', async () => {
  const signInMethods = (): Promise<SignInMethods> =>
    json(studio.call('/api/v1/users/me/ways-in', { token: token() }))
  expect(await signInMethods()).toEqual({
    has_password: true,
    second_factor: false,
    passkeys: 0,
    linked: [],
    devices: 1
  })
  await studio.call('/api/auth/sign-in/email', {
    json: { email: ada.email, password: 'correct horse battery' }
  })
  expect((await signInMethods()).devices).toBe(2)
  expect((await studio.call('/api/v1/users/me/ways-in')).status).toBe(401)
  const { db } = studio.context.database
  const before = await db.selectFrom('site').select('admins').executeTakeFirst()
  await db
    .updateTable('site')
    .set({ admins: JSON.stringify([await idOf(studio, ada)]) })
    .execute()
  expect(await me()).toMatchObject({ is_operator: true })
  await db.updateTable('site').set({ admins: '["somebody"]' }).execute()
  expect(await me()).toMatchObject({ is_operator: false })
  await db
    .updateTable('site')
    .set({ admins: before?.admins ?? '[]' })
    .execute()
})

test('a new avatar is kept when the old file cannot be deleted', async () => {
  const other = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  const eve = await person(other)
  const put = async (): Promise<User> => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await (await flag()).png().toBuffer())]), 'me.png')
    return json(
      other.call('/api/v1/users/me/avatar', {
        method: 'PUT',
        body: form,
        token: eve.token.access_token
      })
    )
  }
  const { avatar: first } = await put()
  const { blobs } = other.context
  const remove = vi.spyOn(blobs, 'delete').mockRejectedValue(new Error('the store is away'))
  const { avatar } = await put()
  expect(avatar).not.toBe(first)
  remove.mockRestore()
  expect((await other.call(new URL(avatar).pathname)).status).toBe(200)
  await other.close()
})
