import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UploadedFile } from '#contract/file.ts'
import { bytes, SAMPLES, upload } from '../support/files.ts'
import { openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio()
  ada = await person(studio)
})
afterAll(() => studio.close())

const BLANK = { width: 8, height: 8, channels: 3, background: 'red' } as const

const get = (
  file: UploadedFile,
  headers: Record<string, string> = {},
  query = ''
): Promise<Response> => studio.call(file.file_url + query, { headers })

test('a file is shown in the browser, or downloaded on request', async () => {
  const file = await upload(
    studio,
    ada,
    new Uint8Array(await sharp({ create: BLANK }).png().toBuffer()),
    'boat.png'
  )
  const disposition = async (query: string): Promise<string | null> =>
    (await get(file, {}, query)).headers.get('content-disposition')
  for (const query of ['', '?download='])
    expect(await disposition(query)).toMatch(/^inline; filename="boat.png"/)
  expect(await disposition('?download=1')).toMatch(/^attachment; filename="boat.png"/)
  const named = (name: string): string => `?download=1&name=${encodeURIComponent(name)}`
  expect(await disposition(named('Flux a boat-1a2b.png'))).toMatch(
    /^attachment; filename="Flux a boat-1a2b.png"/
  )
  expect(await disposition(named('../船.exe'))).toContain("filename*=UTF-8''%E8%88%B9.exe.png")
  expect(await disposition('?name=other.png')).toMatch(/^inline; filename="boat.png"/)
})

test('a file that browsers do not show keeps its own name', async () => {
  const file = await upload(studio, ada, new Uint8Array([0, 1, 2]), 'data.bin')
  const answer = await get(file, {}, '?download=1&name=setup.exe')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="data.bin"/)
})

describe('resized images', () => {
  const picture = (width: number, height: number): Sharp =>
    sharp({ create: { width, height, channels: 3, background: { r: 200, g: 80, b: 30 } } })
  const sizeOf = async (
    answer: Response
  ): Promise<[string | undefined, number | undefined, number | undefined]> => {
    const { format, width, height } = await sharp(
      Buffer.from(await answer.arrayBuffer())
    ).metadata()
    return [format, width, height]
  }

  test.each<[string, (image: Sharp) => Sharp]>([
    ['png', image => image.png()],
    ['jpeg', image => image.jpeg()],
    ['webp', image => image.webp()],
    ['gif', image => image.gif()],
    ['avif', image => image.avif({ effort: 0 })]
  ])('of %s are made once', async (name, encode) => {
    const file = await upload(
      studio,
      ada,
      new Uint8Array(await encode(picture(800, 400)).toBuffer()),
      `a.b.${name}`
    )
    const answer = await get(file, {}, '?w=320')
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(answer.headers.get('content-disposition')).toBe(
      `inline; filename="a.b.webp"; filename*=UTF-8''a.b.webp`
    )
    const etag = answer.headers.get('etag') ?? ''
    expect(etag).not.toBe((await get(file)).headers.get('etag'))
    expect(await sizeOf(answer)).toEqual(['webp', 320, 160])
    expect((await get(file, { 'if-none-match': etag }, '?w=320')).status).toBe(304)
    expect((await get(file, { range: 'bytes=0-3' }, '?w=320')).status).toBe(206)
    const again = await Promise.all([1, 2, 3].map(() => get(file, {}, '?w=640').then(sizeOf)))
    for (const each of again) expect(each).toEqual(['webp', 640, 320])
  })

  test('are never enlarged, and are rotated upright', async () => {
    const file = await upload(
      studio,
      ada,
      new Uint8Array(await picture(200, 100).jpeg().withMetadata({ orientation: 6 }).toBuffer())
    )
    expect(await sizeOf(await get(file, {}, '?w=1280'))).toEqual(['webp', 100, 200])
  })

  test.each<[string, () => Promise<Uint8Array<ArrayBuffer>>]>([
    ['moves', async () => animatedGif()],
    ['moves as PNG', async () => animatedPng(await picture(800, 400).png().toBuffer())],
    [
      'is broken',
      async () => new Uint8Array(await picture(800, 400).png().toBuffer()).subarray(0, 90)
    ],
    [
      'is a bomb',
      async () =>
        new Uint8Array(
          await sharp({ create: { width: 8000, height: 8000, channels: 3, background: 'black' } })
            .png({ compressionLevel: 9 })
            .toBuffer()
        )
    ],
    ['is none', async () => SAMPLES['application/pdf'] ?? bytes('')]
  ])('of a file that %s are the original, also on the second request', async (_, content) => {
    const file = await upload(studio, ada, await content())
    for (let times = 0; times < 2; times++) {
      const answer = await get(file, {}, '?w=320')
      expect([
        answer.status,
        answer.headers.get('content-type'),
        answer.headers.get('content-length')
      ]).toEqual([200, file.type, String(file.size)])
      await answer.body?.cancel()
    }
  })

  test.each(['?w=321', '?w=abc', '?w=-1'])('are refused for %s', async query => {
    const file = await upload(studio, ada, new Uint8Array(await picture(8, 8).png().toBuffer()))
    expect((await get(file, {}, query)).status).toBe(400)
    expect((await get(file, {}, '?w=&retry=2')).status).toBe(200)
  })
})

/** Returns a GIF with two frames of one pixel. */
function animatedGif(): Uint8Array<ArrayBuffer> {
  const frame = '\x21\xf9\x04\0\x0a\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0'
  return bytes(`GIF89a\x01\0\x01\0\x80\0\0\xff\0\0\0\0\xff${frame}${frame}\x3b`)
}

/** Returns the PNG with a chunk that announces two frames, as if it were animated. */
function animatedPng(still: Buffer): Uint8Array<ArrayBuffer> {
  const chunk = Buffer.concat([Buffer.from('acTL'), Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])])
  const around = [Buffer.from([0, 0, 0, 8]), chunk, Buffer.alloc(4)] as const
  around[2].writeUInt32BE(crc32(chunk))
  return new Uint8Array(Buffer.concat([still.subarray(0, 33), ...around, still.subarray(33)]))
}
