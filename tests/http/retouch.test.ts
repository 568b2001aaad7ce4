import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSong } from '#sandbox/music/song.ts'
import { plain } from '../support/frames.ts'
import { bytesAt, PATIENCE, refused } from '../support/making.ts'
import { openMediaWorld, type MediaWorld, type Result } from '../support/media-world.ts'

let world: MediaWorld
beforeAll(async () => {
  const { song } = await makeSong({
    title: '',
    style: 'calm',
    lyric: '',
    seed: 'a',
    seconds: 2,
    instrumental: true
  })
  const dot = await sharp(await plain('#ffffff', 200, 100))
    .composite([{ input: await plain('#c01818', 60, 40), left: 70, top: 30 }])
    .png()
    .toBuffer()
  world = await openMediaWorld({
    '/dot.png': dot,
    '/mask.png': await plain('#ffffff', 200, 100),
    '/left.png': await sharp(await plain('#ffffff', 200, 100))
      .composite([{ input: await plain('#000000', 100, 100), left: 0, top: 0 }])
      .png()
      .toBuffer(),
    '/left-open.png': await sharp(await plain('#ffffff', 200, 100))
      .ensureAlpha()
      .composite([{ input: await plain('#ffffff', 100, 100), left: 0, top: 0, blend: 'dest-out' }])
      .png()
      .toBuffer(),
    '/small-open.png': await sharp(await plain('#ffffff', 100, 50))
      .ensureAlpha(0.5)
      .png()
      .toBuffer(),
    '/mask.jpg': await sharp(await plain('#ffffff', 200, 100))
      .jpeg()
      .toBuffer(),
    '/small.png': await plain('#ffffff', 100, 50),
    '/turned.jpg': await sharp(await plain('#ffffff', 100, 200))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
    '/my%20voice.mp3': Buffer.from(song)
  })
})
afterAll(() => world.close())

const at = (path: string): string => `${world.stranger.url}${path}`

/**
 * Runs an action.
 * @returns its first output, its cost in credits, and its whole result
 */
async function run(
  path: string,
  body: Record<string, unknown>
): Promise<{ output: Record<string, unknown>; cost: number; result: Result }> {
  const before = await world.left()
  const result = await world.result(path, body)
  const cost = Math.round((before - (await world.left())) * 1e6) / 1e6
  return { output: result.data?.[0] ?? {}, cost, result }
}

test('an upscaled image is larger, and its megapixels decide its price', PATIENCE, async () => {
  const { output, cost, result } = await run('/upscale/images', {
    image_url: at('/dot.png'),
    model: 'clarity',
    factor: 4
  })
  expect(output).toMatchObject({ image_width: 800, image_height: 400, model: 'clarity' })
  // The image has 0.02 megapixels. The least that is charged is 0.1.
  expect(cost).toBeCloseTo(0.48 * 0.1 * 16, 6)
  const { request } = await world.task('upscale', result.task_id)
  expect(request).toMatchObject({ 'image_url:megapixels': 0.1 })
  expect((await world.receipt(result.task_id)).basis).toMatchObject({
    settings: { 'image_url:megapixels': '0.1', factor: '4' }
  })
})

test('the background becomes transparent, and the subject stays', PATIENCE, async () => {
  const { output } = await run('/cutout/images', { image_url: at('/dot.png') })
  const png = sharp(await bytesAt(world, output['image_url'], 'image/png')).ensureAlpha()
  const { data, info } = await png.raw().toBuffer({ resolveWithObject: true })
  const alpha = (x: number, y: number): number | undefined => data[(y * info.width + x) * 4 + 3]
  expect([alpha(2, 2), alpha(100, 50)]).toEqual([0, 255])
})

test('an erased part is filled, and an expanded image has its new ratio', PATIENCE, async () => {
  const erased = await run('/erase/images', {
    image_url: at('/dot.png'),
    mask_url: at('/mask.png')
  })
  expect(erased.output).toMatchObject({ image_width: 200, image_height: 100 })
  const wide = await run('/outpaint/images', { image_url: at('/dot.png'), aspect_ratio: '1:1' })
  expect(wide.output).toMatchObject({ image_width: 200, image_height: 200 })
  expect([erased.cost, wide.cost]).toEqual([0.64, 0.64])
})

test.each([
  ['ideogram', 'black', '/left.png'],
  ['gptimage', 'transparent', '/left-open.png']
])(
  'a masked edit of %s changes the %s part and keeps the rest',
  PATIENCE,
  async (tool, _, mask) => {
    const { output } = await run(`/${tool}/images`, {
      prompt: 'A red kite',
      image_urls: [at('/dot.png')],
      mask_url: at(mask)
    })
    expect(output).toMatchObject({ image_width: 200, image_height: 100 })
    const bytes = await bytesAt(world, output['image_url'], 'image/jpeg')
    const whites = await Promise.all(
      [0, 140].map(async left => {
        const part = sharp(bytes).extract({ left, top: 5, width: 50, height: 40 })
        return (await part.raw().toBuffer()).every(value => value > 245)
      })
    )
    expect(whites).toEqual([false, true])
  }
)

test.each([
  ['of another size', '/small-open.png', 'wrong_size'],
  ['without a transparent part, a PNG', '/mask.png', 'wrong_file'],
  ['without a transparent part, a JPEG', '/mask.jpg', 'wrong_file']
])('a mask %s is refused for GPT Image, without a charge', async (_, mask, code) => {
  const body = { prompt: 'A kite', image_urls: [at('/dot.png')], mask_url: at(mask) }
  expect(await refused(world, '/gptimage/images', body)).toEqual([`mask_url ${code}`])
})

test('a mask of another size is refused at its field, without a charge', async () => {
  const body = { image_url: at('/dot.png'), mask_url: at('/small.png') }
  expect(await refused(world, '/erase/images', body)).toEqual(['mask_url wrong_size'])
})

test('the size of a photo is the one that its viewers show', PATIENCE, async () => {
  const { output } = await run('/erase/images', {
    image_url: at('/turned.jpg'),
    mask_url: at('/mask.png')
  })
  expect(output['image_url']).toBeDefined()
})

test('a transcript of the sandbox says so in the selected language', PATIENCE, async () => {
  const { output, cost } = await run('/transcribe/texts', {
    audio_url: at('/my%20voice.mp3'),
    language: 'de'
  })
  expect(output['text']).toContain('Demo')
  expect(output['text']).toContain('my voice.mp3')
  expect(output['srt']).toContain('00:00:00,000 -->')
  expect(cost).toBeLessThan(0.48 / 10)
})

test('speech is priced by its characters, and the text is its title', PATIENCE, async () => {
  const { output, cost } = await run('/speech/audios', { text: 'A harbour at noon' })
  expect(output).toMatchObject({ title: 'A harbour at noon', style: 'Wise Woman', duration: 2 })
  expect(cost).toBeCloseTo((1.6 * 17) / 1000, 6)
})

test('a file that cannot be measured is refused at its field, without a charge', async () => {
  expect(await refused(world, '/upscale/images', { image_url: at('/my%20voice.mp3') })).toEqual([
    'image_url wrong_file'
  ])
  expect(await refused(world, '/transcribe/texts', { audio_url: at('/dot.png') })).toEqual([
    'audio_url wrong_file'
  ])
})
