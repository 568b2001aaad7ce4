import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UploadedFile } from '#contract/file.ts'
import { begin, bytes, SAMPLES, upload } from '../support/files.ts'
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
beforeAll(async () => {
  studio = await openStudio()
  ada = await person(studio)
})
afterAll(() => studio.close())

const get = (
  file: UploadedFile,
  headers: Record<string, string> = {},
  query = ''
): Promise<Response> => studio.call(file.file_url + query, { headers })

describe('a file', () => {
  const content = randomBytes(5000)
  let file: UploadedFile
  beforeAll(async () => {
    file = await upload(studio, ada, content, 'noise.bin')
  })

  test('opens by its address alone from any page, where it cannot run anything', async () => {
    expect(file).toMatchObject({ name: 'noise.bin', type: 'application/octet-stream', size: 5000 })
    expect(file.file_url).toMatch(/^http:\/\/127\.0\.0\.1:4321\/files\/[\w-]{43}\/noise\.bin$/)
    for (const origin of [BASE, 'https://elsewhere.example', null]) {
      const answer = await get(file, origin === null ? {} : { origin })
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'accept-ranges': 'bytes',
        'access-control-allow-origin': '*',
        'cache-control': 'private, max-age=31536000, immutable',
        'content-disposition': `attachment; filename="noise.bin"; filename*=UTF-8''noise.bin`,
        'content-length': '5000',
        'content-security-policy': "sandbox; default-src 'none'",
        'content-type': 'application/octet-stream',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff'
      })
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    }
  })

  test('has the same headers for HEAD as for GET', async () => {
    const [head, whole] = [await studio.call(file.file_url, { method: 'HEAD' }), await get(file)]
    for (const name of ['content-length', 'content-type', 'etag', 'accept-ranges'])
      expect(head.headers.get(name)).toBe(whole.headers.get(name))
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test.each<[string, number, number]>([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=4990-', 4990, 4999],
    ['bytes=-10', 4990, 4999],
    ['bytes=-9999', 0, 4999],
    ['bytes=100-999999', 100, 4999]
  ])('is served in part for %s', async (range, start, end) => {
    const answer = await get(file, { range })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([
      206,
      `bytes ${start}-${end}/5000`
    ])
    expect(answer.headers.get('content-length')).toBe(String(end - start + 1))
    expect(Buffer.from(await answer.arrayBuffer()).equals(content.subarray(start, end + 1))).toBe(
      true
    )
  })

  test.each(['bytes=5000-', 'bytes=9999-99999', 'bytes=-0'])(
    'refuses the range %s',
    async range => {
      const answer = await get(file, { range })
      expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
        416,
        'bytes */5000',
        ''
      ])
    }
  )

  test.each([
    'bytes=0-1,5-6',
    'bytes=5-1',
    'bytes=-',
    'bytes=a-b',
    'lines=1-2',
    'bytes=--5',
    'bytes=1e3-'
  ])('is served whole for the invalid range %s', async range => {
    expect((await get(file, { range })).status).toBe(200)
  })

  test('is not sent again to a browser that has it', async () => {
    const etag = (await get(file)).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get(file, { 'if-none-match': known, range: 'bytes=0-1' })
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([
        304,
        etag,
        ''
      ])
    }
    expect((await get(file, { 'if-none-match': '"other"' })).status).toBe(200)
    expect((await get(file, { 'if-range': etag, range: 'bytes=0-1' })).status).toBe(206)
    expect((await get(file, { 'if-range': '"other"', range: 'bytes=0-1' })).status).toBe(200)
  })

  test.each(['x', 'A'.repeat(43), '..%2f..%2fsecret', 'A'.repeat(500)])(
    'is not found at /files/%s',
    async id => {
      expect([400, 404]).toContain((await studio.call(`/files/${id}`)).status)
    }
  )
})

describe('the type of a file', () => {
  test.each(Object.entries(SAMPLES))(
    '%s comes from its bytes, whatever the sender claims, and a browser may show the file',
    async (type, sample) => {
      const file = await upload(studio, ada, sample, 'page.html', 'text/html')
      expect(file.type).toBe(type)
      const answer = await get(file)
      expect(answer.headers.get('content-type')).toBe(type)
      expect(answer.headers.get('content-disposition')).toMatch(/^inline; /)
    }
  )

  test.each<[string, BlobPart, string]>([
    ['page.html', '<!doctype html><script>alert(1)</script>', 'text/plain; charset=utf-8'],
    [
      'drawing.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      'text/plain; charset=utf-8'
    ],
    [
      'page.xml',
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>1</script></html>',
      'text/plain; charset=utf-8'
    ],
    ['script.js', 'alert(1)', 'text/plain; charset=utf-8'],
    ['grüße.txt', 'Grüße, 你好', 'text/plain; charset=utf-8'],
    ['empty', '', 'text/plain; charset=utf-8'],
    ['latin.txt', bytes('Gr\xfc\xdfe'), 'application/octet-stream'],
    ['cut.txt', new TextEncoder().encode('Grü').subarray(0, 3), 'application/octet-stream'],
    ['zero.txt', bytes('a\0b'), 'application/octet-stream'],
    ['photo.heic', bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'application/octet-stream'],
    ['film.mkv', bytes('\x1a\x45\xdf\xa3\x9fB\x82\x88matroska'), 'application/octet-stream'],
    ['page.png', '<script>alert(1)</script>', 'text/plain; charset=utf-8'],
    ['sound.aac', bytes('\xff\xf1\x50\x80\0\0'), 'application/octet-stream']
  ])('%s is never shown in place', async (name, content, type) => {
    const answer = await get(await upload(studio, ada, content, name, 'image/png'))
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  })
})

describe('the name of a file', () => {
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['C:\\fakepath\\me.png', 'me.png'],
    ['..', 'file'],
    ['', 'file'],
    ['///', 'file'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['a\r\nset-cookie: x=1\0.png', 'aset-cookie: x=1.png'],
    ['<img src=x onerror=alert(1)>.html', '<img src=x onerror=alert(1)>.html'],
    ['"quoted"; filename=x.html', '"quoted"; filename=x.html'],
    ['Grüße 你好 🎉.png', 'Grüße 你好 🎉.png'],
    [`${'长'.repeat(300)}.png`, `${'长'.repeat(196)}.png`],
    ['\ud800.png', '\ufffd.png']
  ])('%j is stored as %j', async (given, kept) => {
    const id = await begin(studio, ada.token.access_token, 0, given)
    const file = await json<UploadedFile>(
      studio.call(`/api/v1/files/${id}`, { token: ada.token.access_token })
    )
    expect(file.name).toBe(kept)
    const disposition = (await get(file)).headers.get('content-disposition') ?? ''
    const [, plain = '', whole = ''] =
      /^attachment; filename="([^"\\%]*)"; filename\*=UTF-8''([\w%.~!#$&+^`|-]+)$/.exec(
        disposition
      ) ?? []
    expect([...plain].length).toBe([...kept].length)
    expect(decodeURIComponent(whole)).toBe(kept)
  })
})

test('the address of a file is on the host that serves files', async () => {
  expect((await upload(studio, ada, 'x')).file_url.startsWith(`${BASE}/files/`)).toBe(true)
})
