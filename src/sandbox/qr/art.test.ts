import { createCanvas, loadImage } from '@napi-rs/canvas'
import jsQR from 'jsqr'
import { toDataURL } from 'qrcode'
import { describe, expect, test } from 'vitest'
import { qrPayload } from '#media/qr/payload.ts'
import { makeQrArt, type QrArtInput } from '#sandbox/qr/art.ts'
import { doseOf, FULL_DOSE } from '../../../tests/support/dose.ts'
import { fc } from '../../../tests/support/property.ts'

const PLAIN: QrArtInput = {
  prompt: 'a boat on a lake at dawn',
  seed: 1,
  width: 640,
  height: 640,
  content: 'https://studio.example/art',
  type: 'link',
  raw: false,
  weight: 2,
  steps: 20,
  position: 'center',
  pixels: 'square',
  marker: 'square',
  centre: 'square',
  rotate: 0,
  level: 'H',
  padding: 5,
  noise: 0
}

const PROMPTS = [
  'neon city at night',
  'a bouquet of red roses',
  '雪山日出',
  'deep space',
  'Bauhaus poster',
  'a dark forest',
  'x'
]
const PRESETS = [
  'sunset',
  'floral',
  'snowflakes',
  'raindrops',
  'neon-mech',
  'regal-galaxy',
  'timeless-cinematic',
  'serene-haze'
] as const
const SIZES = [
  { width: 512, height: 512 },
  { width: 592, height: 448 },
  { width: 384, height: 688 }
] as const
const POSITIONS = [
  'center',
  'top',
  'right',
  'bottom',
  'left',
  'top-left',
  'top-right',
  'bottom-left',
  'bottom-right'
] as const

const content = fc.oneof(
  { weight: 3, arbitrary: fc.webUrl() },
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.stringMatching(/^[\w .+-]{1,90}$/),
  fc.stringMatching(/^\+?\d{5,15}$/)
)

const orders: fc.Arbitrary<QrArtInput> = fc
  .record({
    prompt: fc.constantFrom(...PROMPTS),
    seed: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    size: fc.constantFrom(...SIZES),
    content: content.filter(text => text.trim() !== ''),
    type: fc.constantFrom('text', 'link', 'email', 'phone', 'sms'),
    raw: fc.boolean(),
    preset: fc.option(fc.constantFrom(...PRESETS), { nil: undefined }),
    weight: fc.integer({ min: 15, max: 30 }).map(tenths => tenths / 10),
    steps: fc.integer({ min: 10, max: 20 }),
    position: fc.constantFrom(...POSITIONS),
    pixels: fc.constantFrom('square', 'rounded', 'dot', 'squircle', 'row', 'column'),
    marker: fc.constantFrom('square', 'circle', 'plus', 'box', 'octagon', 'tiny-plus', 'random'),
    centre: fc.constantFrom('square', 'circle', 'plus', 'box', 'random'),
    rotate: fc.constantFrom(0, 90, 180, 270),
    level: fc.constantFrom('L', 'M', 'Q', 'H'),
    padding: fc.constantFrom(0, 5, 10, 15, 20),
    noise: fc.constantFrom(0, 0.25, 0.5, 0.75, 1)
  } as const)
  .map(({ size, ...rest }) => ({ ...rest, ...size }))

/** Reads the finished file as a scanner does. */
async function scanned(picture: Uint8Array): Promise<ReturnType<typeof jsQR>> {
  const image = await loadImage(picture)
  const brush = createCanvas(image.width, image.height).getContext('2d')
  brush.drawImage(image, 0, 0)
  return jsQR(brush.getImageData(0, 0, image.width, image.height).data, image.width, image.height)
}

const read = async (order: Partial<QrArtInput>): Promise<string | undefined> =>
  (await scanned((await makeQrArt({ ...PLAIN, ...order })).picture))?.data

/** Returns the center of the code, and the direction of its upper edge. */
async function found(
  order: Partial<QrArtInput>
): Promise<{ x: number; y: number; turned: number; side: number }> {
  const code = await scanned((await makeQrArt({ ...PLAIN, ...order })).picture)
  if (code === null) throw new Error('no code')
  const { topLeftCorner: from, topRightCorner: to, bottomLeftCorner: low } = code.location
  const turned =
    (Math.round((Math.atan2(to.y - from.y, to.x - from.x) * 2) / Math.PI) * 90 + 360) % 360
  return {
    x: (to.x + low.x) / 2,
    y: (to.y + low.y) / 2,
    turned,
    side: Math.hypot(to.x - from.x, to.y - from.y)
  }
}

async function pixelsOf(order: Partial<QrArtInput>): Promise<Uint8ClampedArray> {
  const image = await loadImage((await makeQrArt({ ...PLAIN, ...order })).picture)
  const brush = createCanvas(image.width, image.height).getContext('2d')
  brush.drawImage(image, 0, 0)
  return brush.getImageData(0, 0, image.width, image.height).data
}

/** Returns the share of colours that differ clearly. */
async function difference(one: Partial<QrArtInput>, other: Partial<QrArtInput>): Promise<number> {
  const [a, b] = [await pixelsOf(one), await pixelsOf(other)]
  const changed = a.filter((value, at) => Math.abs(value - (b[at] ?? 0)) > 24)
  return changed.length / a.length
}

test(
  'a scanner reads every combination of options, and most need little more contrast',
  { timeout: 600_000 },
  async () => {
    const rungs: number[] = []
    await fc.assert(
      fc.asyncProperty(orders, async order => {
        const { picture, plainer } = await makeQrArt(order)
        rungs.push(plainer)
        expect((await scanned(picture))?.data).toBe(qrPayload(order.type, order.content, order.raw))
      }),
      { numRuns: FULL_DOSE ? 200 : 2, endOnFailure: true }
    )
    expect(rungs.filter(each => each <= 2).length / rungs.length).toBeGreaterThan(0.7)
  }
)

describe('every field changes the image', () => {
  test('position, padding and rotation', async () => {
    const wide = { width: 848, height: 480, pixels: 'dot' } as const
    const [left, right] = [
      await found({ ...wide, position: 'left' }),
      await found({ ...wide, position: 'bottom-right' })
    ]
    expect(left.x).toBeLessThan(320)
    expect(right.x).toBeGreaterThan(530)
    expect(right.y).toBeGreaterThan(left.y)
    expect((await found({ padding: 20 })).side).toBeLessThan(
      (await found({ padding: 0 })).side * 0.7
    )
    for (const rotate of [0, 90, 180, 270]) expect((await found({ rotate })).turned).toBe(rotate)
  })

  const fields: [string, Partial<QrArtInput>, Partial<QrArtInput>][] = [
    ['prompt', {}, { prompt: 'neon city at night' }],
    ['preset', {}, { preset: 'snowflakes' }],
    ['seed', {}, { seed: 2 }],
    ['weight', { weight: 1.5 }, { weight: 3 }],
    ['steps', { prompt: 'geometric' }, { prompt: 'geometric', steps: 10 }],
    ['pixel style', {}, { pixels: 'row' }],
    ['marker', {}, { marker: 'circle' }],
    ['centre', {}, { centre: 'circle' }],
    ['level', {}, { level: 'L' }],
    ['noise', {}, { noise: 1, padding: 15 }]
  ]
  test.each(fields)('%s', async (_, one, other) => {
    expect(await difference(one, other)).toBeGreaterThan(0.001)
  })

  test.each(doseOf(fields, 2))('the same %s gives the same image', async (_, one) => {
    expect(await difference(one, one)).toBe(0)
  })
})

test('the content of an uploaded code is used again, and an image without one or a long content is refused', async () => {
  const code = Buffer.from(
    (await toDataURL('from a poster', { width: 300 })).split(',')[1] ?? '',
    'base64'
  )
  expect(await read({ code })).toBe('from a poster')
  const { picture } = await makeQrArt({
    ...PLAIN,
    content: 'once more',
    type: 'text',
    pixels: 'dot'
  })
  expect(await read({ code: picture, preset: 'floral' })).toBe('once more')
  const empty = createCanvas(200, 200).encodeSync('png')
  await expect(makeQrArt({ ...PLAIN, code: empty })).rejects.toMatchObject({ code: 'bad_request' })
  await expect(makeQrArt({ ...PLAIN, content: '海'.repeat(500) })).rejects.toMatchObject({
    code: 'bad_request'
  })
})

test('the longest allowed content can be read at the size of the service', async () => {
  const longest = {
    content: '🎵'.repeat(300),
    type: 'sms',
    width: 1024,
    height: 1024,
    padding: 20,
    noise: 1,
    rotate: 90
  } as const
  expect(await read(longest)).toBe(`sms:${longest.content}`)
})

test.each([
  ['text', ' as it is ', ' as it is '],
  ['link', 'studio.example/a', 'https://studio.example/a'],
  ['link', 'localhost:4321/a', 'https://localhost:4321/a'],
  ['link', 'HTTP://studio.example', 'HTTP://studio.example'],
  ['email', ' ada@studio.example', 'mailto:ada@studio.example'],
  ['phone', '+49 (30) 123-456', 'tel:+4930123456'],
  ['phone', 'tel:110', 'tel:110'],
  ['sms', '110', 'sms:110'],
  ['sms', 'SMSTO:110:hello', 'SMSTO:110:hello']
] as const)('a phone opens %s: %s', (type, written, said) => {
  expect(qrPayload(type, written)).toBe(said)
  expect(qrPayload(type, written, true)).toBe(written)
})
