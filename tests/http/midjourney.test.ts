import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { midjourney } from '#catalog/midjourney/service.ts'
import { taskOutputs } from '#core/output.ts'
import { unlikeness } from '../support/likeness.ts'
import { longTest } from '../support/long-test.ts'
import { bytesAt, FILE, filmAt, followed, make, PATIENCE, refused } from '../support/making.ts'
import { openMediaWorld, type MediaWorld, type Result } from '../support/media-world.ts'

const { imagine, videos, describe: describing } = midjourney.actions
const PATH = '/midjourney/imagine'
const QUARTERS = ['1', '2', '3', '4']
const ONE_BY_ONE = QUARTERS.flatMap(each => [`upscale${each}`, `variation${each}`])

function plain(background: string, width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

let world: MediaWorld
/** A mask that selects the upper half of an image for repainting. */
let mask: Buffer
/** The results of two calls: a grid of four images, and the first of these images upscaled. */
let [landscape, single]: Result[] = []
beforeAll(async () => {
  mask = await sharp(await plain('#000', 300, 300))
    .composite([{ input: await plain('#fff', 300, 150), top: 0, left: 0 }])
    .png()
    .toBuffer()
  world = await openMediaWorld({
    '/mask.png': mask,
    '/night.png': await plain('#101c50', 640, 360)
  })
  landscape = await draw({ prompt: 'a lighthouse on a cliff', aspect_ratio: '4:3' })
  single = await follow('upscale1', landscape)
}, 60_000)
afterAll(() => world.close())

const draw = (body: Record<string, unknown>): Promise<Result> => make(world, PATH, imagine, body)
const follow = (
  id: string,
  from: Result | undefined,
  more: Record<string, unknown> = {}
): Promise<Result> => draw({ ...followed(imagine, id, from), ...more })
const raw = (result: Result | undefined): Promise<Buffer> =>
  bytesAt(world, result?.['raw_image_url'], 'image/jpeg')

/** Cuts a part out of an image. Positions and sizes are fractions of the image's sides. */
async function part(
  bytes: Buffer,
  left: number,
  top: number,
  wide: number,
  tall = wide
): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata()
  const area = { left: width * left, top: height * top, width: width * wide, height: height * tall }
  const whole = Object.fromEntries(
    Object.entries(area).map(([side, pixels]) => [side, Math.floor(pixels)])
  ) as typeof area
  return sharp(bytes).extract(whole).png().toBuffer()
}

/** Cuts one of the four images out of a grid. `at` counts from 1. */
const quarter = (bytes: Buffer, at: number): Promise<Buffer> =>
  part(bytes, ((at - 1) % 2) / 2, Math.floor((at - 1) / 2) / 2, 0.5)

async function sizeOf(bytes: Buffer): Promise<number[]> {
  const { width, height } = await sharp(bytes).metadata()
  return [width, height]
}

test(
  'calls of the original front end’s forms are accepted and return four images',
  PATIENCE,
  async () => {
    const body = {
      mode: 'fast',
      prompt: 'a boat at sea --aspect 16:9 --version 6.1',
      action: 'generate'
    }
    const result = await draw({ ...body, callback_url: '' })
    expect(result).toMatchObject({
      image_id: expect.any(String),
      image_url: FILE,
      raw_image_url: FILE,
      prompt: 'a boat at sea --aspect 16:9 --version 6.1',
      progress: 100,
      image_width: 1024,
      image_height: 576,
      raw_image_width: 2048,
      raw_image_height: 1152
    })
    expect(result['actions']).toEqual(expect.arrayContaining([...ONE_BY_ONE, 'reroll']))
    const task = await world.task('midjourney', result.task_id)
    expect(task).toMatchObject({ type: 'imagine', request: { prompt: body.prompt, mode: 'fast' } })
    expect(await sizeOf(await raw(result))).toEqual([2048, 1152])
    expect(await sizeOf(await bytesAt(world, result['image_url'], 'image/jpeg'))).toEqual([
      1024, 576
    ])
  }
)

test(
  'an upscaled image is the chosen one, larger, and its variations resemble it',
  PATIENCE,
  async () => {
    const grid = await draw({
      // With a random seed, two of the images may resemble each other.
      prompt: 'a city at sunset --seed 4',
      split_images: true,
      chaos: 10,
      elements: { style: 'linocut', mood: ['calm', 'dreamlike'] }
    })
    expect(grid).toMatchObject({
      prompt: 'a city at sunset, linocut, calm, dreamlike --seed 4 --version 6.1 --chaos 10',
      sub_image_urls: [FILE, FILE, FILE, FILE]
    })
    const whole = await raw(grid)
    const four = await Promise.all(QUARTERS.map(each => quarter(whole, Number(each))))
    const second = four[1] ?? whole
    const [, alone] = grid['sub_image_urls'] as string[]
    expect(await unlikeness(await bytesAt(world, alone, 'image/jpeg'), second)).toBeLessThan(3)

    const large = await follow('upscale2', grid)
    const bytes = await raw(large)
    expect(await sizeOf(bytes)).toEqual([1024, 1024])
    const unlike = await Promise.all(four.map(each => unlikeness(bytes, each)))
    expect(unlike[1]).toBeLessThan(4)
    for (const [at, each] of unlike.entries())
      if (at !== 1) expect(each).toBeGreaterThan((unlike[1] ?? 0) + 4)
    expect(large['actions']).toEqual(
      expect.arrayContaining(['upscale_2x', 'zoom_out_2x', 'pan_left', 'variation_region'])
    )
    expect(large['actions']).not.toContain('square')

    const varied = await raw(await follow('variation2', grid))
    const apart = await Promise.all([0, 2, 3].map(at => unlikeness(four[at] ?? whole, second)))
    for (const at of [1, 2, 3, 4]) {
      const off = await unlikeness(await quarter(varied, at), second)
      expect(off).toBeGreaterThan(1)
      expect(off).toBeLessThan(Math.min(...apart))
    }
  }
)

longTest('an image is zoomed out, panned, made square and upscaled', PATIENCE, async () => {
  const source = await raw(single)
  const out = await raw(await follow('zoom_out_2x', single))
  const inner = await part(await quarter(out, 3), 0.3, 0.3, 0.4)
  expect(await unlikeness(inner, await part(source, 0.1, 0.1, 0.8))).toBeLessThan(12)

  const left = await raw(await follow('pan_left', single))
  expect(
    await unlikeness(
      await part(await quarter(left, 2), 0.5, 0.1, 0.5, 0.8),
      await part(source, 0.1, 0.1, 0.5, 0.8)
    )
  ).toBeLessThan(12)

  const square = await follow('square', single)
  expect([square['image_width'], square['actions']]).toEqual([
    square['image_height'],
    expect.arrayContaining(['reroll'])
  ])

  const double = await follow('upscale_2x', single, { mode: 'turbo' })
  expect(double['raw_image_width']).toBe(Number(single?.['raw_image_width']) * 2)
  expect(await unlikeness(await raw(double), source)).toBeLessThan(4)
  expect(double['actions']).toEqual([
    'redo_upscale_2x',
    'redo_upscale_4x',
    'redo_upscale_subtle',
    'redo_upscale_creative'
  ])
  const again = await follow('redo_upscale_creative', double)
  expect(again['raw_image_width']).toBe(double['raw_image_width'])
  expect(again['image_id']).not.toBe(double['image_id'])
})

test('a part is repainted where the mask is white', PATIENCE, async () => {
  const source = await raw(single)
  const { width, height } = await sharp(source).metadata()
  const fitting = await sharp(mask).resize(width, height, { fit: 'fill' }).png().toBuffer()
  // The API expects the mask in the call itself, as Base64.
  const anew = await follow('variation_region', single, {
    mask: fitting.toString('base64'),
    prompt: 'a starry night'
  })
  const { request } = await world.task('midjourney', anew.task_id)
  expect(request['mask']).toEqual(FILE)
  const changed = await quarter(await raw(anew), 1)
  const [above, below] = [0.02, 0.6].map(top => ({ left: 0, top, wide: 1, tall: 0.35 }))
  const off = async ({ top = 0 } = {}): Promise<number> =>
    unlikeness(await part(changed, 0, top, 1, 0.35), await part(source, 0, top, 1, 0.35))
  const kept = await off(below)
  expect(kept).toBeLessThan(8)
  // Two posters of different words may have similar colours.
  expect(await off(above)).toBeGreaterThan(kept + 2)
})

test('a mask of another size than the result is refused at its field', async () => {
  const body = { ...followed(imagine, 'variation_region', single), mask: mask.toString('base64') }
  expect(await refused(world, PATH, body)).toEqual(['mask wrong_size'])
})

test(
  'regenerate returns four new images for the prompt, or new variations of a variation',
  PATIENCE,
  async () => {
    const image = `${world.stranger.url}/night.png`
    const grid = await draw({ prompt: 'a snowy forest --seed 7', image_urls: [image], iw: 1.5 })
    expect(grid['prompt']).toBe(`${image} a snowy forest --seed 7 --version 6.1 --iw 1.5`)
    const others = await follow('reroll', grid)
    expect(others['prompt']).toBe(grid['prompt'])
    expect(await unlikeness(await raw(others), await raw(grid))).toBeGreaterThan(0.5)
    const second = await quarter(await raw(grid), 2)
    const again = await raw(await follow('reroll', await follow('variation2', grid)))
    expect(await unlikeness(await quarter(again, 3), second)).toBeLessThan(40)
  }
)

test('impossible values are refused at their field at no cost', PATIENCE, async () => {
  const image_id = landscape?.['image_id']
  expect(await refused(world, PATH, { prompt: '' })).toEqual(['prompt required'])
  expect(await refused(world, PATH, { action: 'upscale1' })).toEqual(['image_id required'])
  expect(await refused(world, PATH, { action: 'upscale1', image_id: 'nobody’s' })).toEqual([
    'image_id unknown'
  ])
  expect(await refused(world, PATH, { action: 'zoom_out_2x', image_id })).toEqual([
    'action not_allowed'
  ])
  expect(await refused(world, PATH, { prompt: 'x', model: 'niji', style: 'raw' })).toEqual([
    'style not_allowed'
  ])
  expect(await refused(world, PATH, { prompt: 'x', chaos: 101 })).toEqual(['chaos too_large'])
  expect(await refused(world, '/midjourney/videos', { prompt: 'x', loop: true })).toEqual([
    'image_url required'
  ])
  const many = `${`${world.stranger.url}/night.png `.repeat(6)} x`
  for (const prompt of ['x --ar 100:1', many]) {
    const answer = await world.post(PATH, { prompt })
    expect([answer.status, ((await answer.json()) as Result).error?.code]).toEqual([
      400,
      'bad_request'
    ])
  }
})

test('a call can have a shorter timeout than the service', PATIENCE, async () => {
  expect(await refused(world, PATH, { prompt: 'x', timeout: 'soon' })).toEqual([
    'timeout wrong_type'
  ])
  expect(await refused(world, PATH, { prompt: 'x', timeout: 0 })).toEqual(['timeout too_small'])
  const { task_id, warnings } = await world.result(PATH, {
    prompt: '[sandbox:silent] x',
    timeout: 30,
    async: true
  })
  expect(warnings).toBeUndefined()
  const before = await world.left()
  world.studio.context.clock.advance(31_000)
  expect(await world.ended('midjourney', task_id)).toMatchObject({
    state: 'failed',
    response: { error: { code: 'timeout' } }
  })
  expect(await world.left()).toBeCloseTo(before + 0.4)
})

test(
  'describe returns four prompts with the colors and the aspect ratio of the image',
  PATIENCE,
  async () => {
    const result = await make(world, '/midjourney/describe', describing, {
      image_url: `${world.stranger.url}/night.png`
    })
    const texts = result['descriptions'] as string[]
    expect(texts).toHaveLength(4)
    expect(new Set(texts).size).toBe(4)
    for (const text of texts) expect(text).toMatch(/#003060.* --ar 16:9$/)
    const [, second = {}] = taskOutputs(result, describing.shows.field)
    expect(followed(describing, 'imagine', second)).toEqual({
      action: 'generate',
      prompt: texts[1]
    })
  }
)

test('a looping video ignores its end image with a warning', PATIENCE, async () => {
  const picture = `${world.stranger.url}/night.png`
  const body = {
    prompt: '[sandbox:silent] x',
    image_url: picture,
    end_image_url: picture,
    loop: true,
    async: true
  }
  const { task_id, warnings } = await world.result('/midjourney/videos', body)
  expect(warnings).toEqual(['end_image_url'])
  await world.studio.call('/midjourney/tasks', {
    json: { action: 'cancel', id: task_id },
    token: world.ada.credential.token
  })
  await world.ended('midjourney', task_id)
})

longTest('four videos start from an image, and the chosen one is extended', PATIENCE, async () => {
  const body = {
    prompt: 'the sea moves',
    image_url: `${world.stranger.url}/mask.png`,
    loop: false,
    resolution: '480p',
    mode: 'fast'
  }
  const result = await make(world, '/midjourney/videos', videos, body)
  expect(result).toMatchObject({
    video_id: expect.any(String),
    image_url: FILE,
    image_height: 480,
    progress: 100
  })
  expect(result['video_urls']).toEqual([FILE, FILE, FILE, FILE])
  const films = taskOutputs(result, videos.shows.field)
  for (const { video_urls } of films) expect(await filmAt(world, video_urls)).toEqual([480, 480, 5])
  const extend = followed(videos, 'extend', films[2])
  expect(extend).toEqual({
    action: 'extend',
    video_id: result['video_id'],
    video_index: 2,
    resolution: '480p',
    mode: 'fast'
  })
  const longer = await make(world, '/midjourney/videos', videos, extend)
  const poster = await bytesAt(world, longer['image_url'], 'image/jpeg')
  const [last] = (result['last_frame_urls'] as string[]).slice(2)
  expect(await unlikeness(poster, await bytesAt(world, last, 'image/jpeg'))).toBeLessThan(3)
})
