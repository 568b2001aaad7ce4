import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureSize } from '#media/picture-size.ts'
import { sniffType } from '#servers/files/content-type.ts'

const blank = sharp({ create: { width: 67, height: 33, channels: 4, background: '#ff000080' } })

test.each([
  ['PNG', blank.clone().png()],
  ['JPEG', blank.clone().jpeg()],
  ['progressive JPEG', blank.clone().jpeg({ progressive: true }).withMetadata()],
  ['GIF', blank.clone().gif()],
  ['WebP', blank.clone().webp()],
  ['WebP without loss', blank.clone().webp({ lossless: true })],
  ['plain WebP', blank.clone().removeAlpha().webp()],
  ['AVIF', blank.clone().avif()]
])(
  '%s: the size is read as soon as enough bytes are there, and is null before',
  async (_, picture) => {
    const bytes = await picture.toBuffer()
    expect(pictureSize(bytes)).toEqual({ width: 67, height: 33 })
    const least = bytes.findIndex((_byte, end) => pictureSize(bytes.subarray(0, end)) !== null)
    expect(least).toBeGreaterThan(8)
    for (let end = 0; end < least; end++) expect(pictureSize(bytes.subarray(0, end))).toBeNull()
  }
)

test('the size of a BMP is read, whether its rows run up or down', () => {
  const bytes = Buffer.alloc(54)
  bytes.write('BM')
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(67, 18)
  for (const height of [33, -33]) {
    bytes.writeInt32LE(height, 22)
    expect(pictureSize(bytes)).toEqual({ width: 67, height: 33 })
    expect(sniffType(bytes)).toBe('image/bmp')
  }
  expect(sniffType(Buffer.from('BM is how this text begins'))).toBeNull()
})

test('other bytes have no size', () => {
  for (const text of [
    '',
    'no picture',
    '\xff\xd8',
    '\xff\xd8\xff\xff\xff\xff',
    'RIFF1234WEBPVP9 ',
    '\0\0\0\x18ftypisom'
  ])
    expect(pictureSize(Buffer.from(text, 'latin1'))).toBeNull()
})
