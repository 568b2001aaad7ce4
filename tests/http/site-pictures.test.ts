import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Site } from '#contract/site.ts'
import type { ProblemBody } from '#core/problem.ts'
import { sitePictureChange } from '#core/site-picture.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
let eve: TestPerson
let site: Site
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
  eve = await person(studio)
  const { items } = await json<{ items: [Site] }>(
    studio.call(`/api/v1/sites/?origin=${BASE}`, { token: ada.token.access_token })
  )
  site = items[0]
})
afterAll(() => studio.close())

/** An image with a red left half and a blue right half. */
async function halves(width: number, height: number): Promise<Buffer> {
  const blue = await sharp({
    create: { width: width / 2, height, channels: 3, background: '#0000ff' }
  })
    .png()
    .toBuffer()
  const red = sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
  return red
    .composite([{ input: blue, left: width / 2, top: 0 }])
    .png()
    .toBuffer()
}

const send = (
  kind: string,
  bytes: Uint8Array | string | null,
  query = '',
  who = ada
): Promise<Response> => {
  const body = new FormData()
  if (bytes !== null)
    body.set('file', new File([bytes as BlobPart], 'x.png', { type: 'image/png' }))
  return studio.call(`/api/v1/sites/${site.id}/pictures/${kind}${query}`, {
    method: 'POST',
    body,
    token: who.token.access_token
  })
}
const refused = async (answer: Response): Promise<unknown[]> => {
  const { code, error } = (await answer.json()) as ProblemBody
  return [answer.status, code, ...(error.issues ?? []).map(issue => `${issue.field} ${issue.code}`)]
}
const shown = async (
  address: string
): Promise<{ status: number; width: number; height: number; colours: string[] }> => {
  const answer = await studio.call(address)
  if (!answer.ok) return { status: answer.status, width: 0, height: 0, colours: [] }
  const { data, info } = await sharp(await answer.arrayBuffer())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number): string => [...data.subarray(x * 3, x * 3 + 3)].join()
  return {
    status: answer.status,
    width: info.width,
    height: info.height,
    colours: [at(0), at(info.width - 1)]
  }
}

describe('an image of a site', () => {
  test('is cropped in the middle or as selected, and replaces the previous image', async () => {
    const first = await json<Site>(send('logo', await halves(1000, 1000)))
    expect(first.logo).toMatch(/^\/files\/[\w-]{43}\/logo\.png$/)
    expect(await shown(first.logo)).toMatchObject({
      width: 400,
      height: 120,
      colours: ['255,0,0', '0,0,255']
    })
    const second = await json<Site>(send('favicon', await halves(100, 50), '?crop=0,0,0.5,1'))
    expect(await shown(second.favicon)).toMatchObject({
      width: 50,
      height: 50,
      colours: ['255,0,0', '255,0,0']
    })
    const third = await json<Site>(send('logo', await halves(1000, 1000), '?crop=0.5,0.2,0.5,0.15'))
    expect(await shown(third.logo)).toMatchObject({ colours: ['0,0,255', '0,0,255'] })
    expect((await shown(first.logo)).status).toBe(404)
    const code = await json<Site>(send('wechat', await halves(300, 100)))
    const { qr } = (code.features['support'] as { wechat: { qr: string } }).wechat
    expect(await shown(qr)).toMatchObject({ width: 300, height: 100 })
    const cleared = await json<Site>(
      studio.call(`/api/v1/sites/${site.id}`, {
        method: 'PUT',
        json: { logo: '' },
        token: ada.token.access_token
      })
    )
    expect(cleared.logo).toBe('')
    expect((await shown(third.logo)).status).toBe(404)
  })

  test('belongs to no user: no list of files contains it, and only a new image removes it', async () => {
    const { favicon } = await json<Site>(send('favicon', await halves(64, 64)))
    const [, , id = ''] = favicon.split('/')
    expect(
      JSON.stringify(await json(studio.call('/files', { token: ada.credential.token })))
    ).not.toContain(id)
    expect(
      (await studio.call(`/files/${id}`, { method: 'DELETE', token: ada.credential.token })).status
    ).toBe(404)
  })

  test('does not replace an image that the uploader has not seen', async () => {
    const { favicon } = await json<Site>(send('favicon', await halves(64, 64)))
    const late = await send(
      'favicon',
      await halves(32, 32),
      `?base=${encodeURIComponent('/files/older')}`
    )
    expect(await refused(late)).toEqual([409, 'duplication', 'favicon outdated'])
    const removal = sitePictureChange(site, 'favicon', '', '/files/older')
    const removed = await studio.call(`/api/v1/sites/${site.id}`, {
      method: 'PUT',
      json: removal,
      token: ada.token.access_token
    })
    expect(await refused(removed)).toEqual([409, 'duplication', 'favicon outdated'])
    expect(
      await json<Site>(
        send('favicon', await halves(32, 32), `?base=${encodeURIComponent(favicon)}`)
      )
    ).toMatchObject({ id: site.id })
  })

  test('loses all metadata', async () => {
    const bytes = await sharp(await halves(64, 64))
      .withExif({ IFD0: { Copyright: 'secret-words' } })
      .jpeg()
      .toBuffer()
    const { favicon } = await json<Site>(send('favicon', bytes))
    expect(
      Buffer.from(await (await studio.call(favicon)).arrayBuffer()).includes('secret-words')
    ).toBe(false)
  })

  test.each<[string, string, Uint8Array | string | null, string, unknown[]]>([
    [
      'an SVG with a script',
      'logo',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      '',
      [400, 'bad_request', 'file not_allowed']
    ],
    ['words', 'logo', 'hello', '', [400, 'bad_request', 'file not_allowed']],
    ['an empty file', 'logo', '', '', [400, 'bad_request', 'file not_allowed']],
    ['no file', 'logo', null, '', [400, 'bad_request', 'file required']],
    [
      'a broken image',
      'logo',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]),
      '',
      [400, 'bad_request', 'file invalid']
    ],
    [
      'too many bytes',
      'logo',
      new Uint8Array(9 * 1024 * 1024),
      '',
      [413, 'content_too_large', 'file too_large']
    ],
    [
      'a crop outside the image',
      'logo',
      'x',
      '?crop=0.5,0,0.9,1',
      [400, 'bad_request', 'crop invalid']
    ],
    ['an invalid crop', 'logo', 'x', '?crop=a,b,c,d', [400, 'bad_request', 'crop invalid']],
    [
      'a crop that is too large',
      'logo',
      'x',
      '?crop=0,0,1,1,1',
      [400, 'bad_request', 'crop invalid']
    ],
    ['an unknown kind of picture', 'banner', 'x', '', [400, 'bad_request', 'kind not_allowed']]
  ])('%s is refused at its field', async (_, kind, bytes, query, expected) => {
    expect(await refused(await send(kind, bytes, query))).toEqual(expected)
  })

  test('a huge image in a small file is refused before it is decoded', async () => {
    const huge = await sharp({
      create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' }
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(huge.length).toBeLessThan(1024 * 1024)
    expect(await refused(await send('logo', huge))).toEqual([400, 'bad_request', 'file invalid'])
  })

  test('is uploaded by admins only', async () => {
    expect(await refused(await send('logo', await halves(20, 20), '', eve))).toEqual([
      404,
      'not_found'
    ])
  })
})
