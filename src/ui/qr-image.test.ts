import jsQR from 'jsqr'
import sharp from 'sharp'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { drawQr, qrSettings, type QrError, type QrOptions } from '#ui/qr-image.ts'

// Tests the library's build for browsers. Node would load another one.
vi.mock('qrcode', () => vi.importActual('qrcode/lib/browser.js'))

const TEXT = 'https://studio.example/s/AbC123'

type Drawn = { pixels: Uint8ClampedArray; side: number; type: string; quality: number | undefined }
let drawn: Drawn

/** A canvas that records the pixels drawn on it, and the requested image type and quality. */
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    clearRect: () => undefined,
    createImageData: (side: number) => ({ data: new Uint8ClampedArray(side * side * 4), side }),
    putImageData: ({ data, side }: { data: Uint8ClampedArray; side: number }) =>
      Object.assign(drawn, { pixels: data, side })
  } as unknown as RenderingContext)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(
    (type = '', quality?: number) => {
      Object.assign(drawn, { type, quality })
      return `data:${type};base64,`
    }
  )
  drawn = { pixels: new Uint8ClampedArray(), side: 0, type: '', quality: undefined }
})

/** Encodes the drawn image as requested, decodes it, and reads the code as a phone would. */
async function read(
  text: string,
  options: QrOptions
): Promise<{ text: string | undefined; version: number | undefined }> {
  const picture = await drawQr(text, options)
  expect(picture).toMatch(`data:${drawn.type}`)
  const raw = { width: drawn.side, height: drawn.side, channels: 4 } as const
  const quality = Math.max(1, Math.round((drawn.quality ?? 0.92) * 100))
  const packing = drawn.type.replace('image/', '') as 'png' | 'jpeg' | 'webp'
  const packed = await sharp(drawn.pixels, { raw })
    .flatten()
    .toFormat(packing, { quality })
    .toBuffer()
  const { data, info } = await sharp(packed)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const found = jsQR(new Uint8ClampedArray(data), info.width, info.height)
  return { text: found?.data, version: found?.version }
}

/** Reads the format bits beside the upper left finder pattern: error correction level and mask. */
function format(): { errorCorrection: string; mask: number } {
  const modules = drawn.side / 4 - 8
  const isDark = (x: number, y: number): number =>
    drawn.pixels[((y + 4) * 4 * drawn.side + (x + 4) * 4) * 4] === 0 ? 1 : 0
  expect(modules).toBeGreaterThan(20)
  const bits = [0, 1, 2, 3, 4].reduce((all, x) => all * 2 + isDark(x, 8), 0) ^ 0b10101
  return { errorCorrection: 'MLHQ'.charAt(bits >> 3), mask: bits & 7 }
}

describe('a QR code', () => {
  test.each([1, 3, 7, 20, 33, 40])('is readable with version %d', async version => {
    const text = version === 1 ? 'SHORT' : TEXT
    expect(await read(text, { version })).toEqual({ text, version })
  })
  test.each(['L', 'M', 'Q', 'H'] as const)(
    'is readable with error correction %s',
    async errorCorrection => {
      expect(await read(TEXT, { errorCorrection })).toMatchObject({ text: TEXT })
      expect(format().errorCorrection).toBe(errorCorrection)
    }
  )
  test.each([0, 1, 2, 3, 4, 5, 6, 7] as const)('is readable with mask %d', async mask => {
    expect(await read(TEXT, { mask })).toMatchObject({ text: TEXT })
    expect(format().mask).toBe(mask)
  })
  test.each([
    ['png', 'image/png', undefined],
    ['jpeg', 'image/jpeg', 0],
    ['jpeg', 'image/jpeg', 0.5],
    ['webp', 'image/webp', 0],
    ['webp', 'image/webp', 1]
  ] as const)('of type %s is %s with quality %s and is readable', async (type, mime, quality) => {
    expect(await read(TEXT, { type, ...(quality !== undefined && { quality }) })).toMatchObject({
      text: TEXT
    })
    expect([drawn.type, drawn.quality]).toEqual([mime, quality])
  })
  test('has the requested width and colours', async () => {
    expect(await read(TEXT, { width: 444, dark: '#277186', light: '#fff8f0' })).toMatchObject({
      text: TEXT
    })
    const colours = new Set(
      Array.from({ length: drawn.side ** 2 }, (_, index) =>
        drawn.pixels.slice(index * 4, index * 4 + 3).join(' ')
      )
    )
    expect([drawn.side, colours]).toEqual([444, new Set(['255 248 240', '39 113 134'])])
  })
  test('holds text in any script', async () => {
    expect(await read('二维码 — رمز', {})).toMatchObject({ text: '二维码 — رمز' })
  })
})

describe('drawing a QR code rejects', () => {
  const why = (text: string, options: QrOptions = {}): Promise<unknown> =>
    drawQr(text, options).catch((thrown: QrError) => thrown.problem)

  test('an empty text', async () => {
    expect(await why('')).toBe('empty')
  })
  test('a text too long for any code or for the requested version', async () => {
    expect(await why('x'.repeat(2954), { errorCorrection: 'L' })).toBe('too_big')
    expect(await why('x'.repeat(2953), { errorCorrection: 'L' })).toMatch('data:image/png')
    expect(await why('x'.repeat(100), { version: 1 })).toBe('too_big')
  })
  test.each<QrOptions>([
    { version: 0 },
    { version: 41 },
    { version: 1.5 },
    { mask: 8 as 7 },
    { mask: -1 as 0 },
    { quality: 1.1 },
    { quality: -0.1 },
    { quality: Number.NaN },
    { type: 'gif' as 'png' },
    { type: 'svg+xml' as 'png' },
    { errorCorrection: 'X' as 'L' },
    { errorCorrection: 'low' as 'L' }
  ])('the options %j', options => {
    expect(() => qrSettings(options)).toThrow(
      expect.objectContaining({ problem: 'invalid' }) as QrError
    )
  })
  test('an invalid colour', async () => {
    expect(await why(TEXT, { dark: '#12' })).toBe('failed')
  })
})
