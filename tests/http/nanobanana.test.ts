import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nanobanana } from '#catalog/nanobanana/service.ts'
import { plain } from '../support/frames.ts'
import { bytesAt, FILE, followed, make, PATIENCE, refused } from '../support/making.ts'
import { openMediaWorld, type MediaWorld, type Result } from '../support/media-world.ts'
import { json } from '../support/studio.ts'

const { images } = nanobanana.actions
const PATH = '/nano-banana/images'

let world: MediaWorld
beforeAll(async () => {
  world = await openMediaWorld({
    '/red.png': await plain('#c02020', 300, 200),
    '/blue.png': await plain('#2030c0', 300, 200),
    '/ribbon.png': await plain('#20c030', 3000, 10)
  })
})
afterAll(() => world.close())

const at = (path: string): string => `${world.stranger.url}${path}`
const picture = async ({ data: [output] = [] }: Result): Promise<Buffer> =>
  bytesAt(world, output?.['image_url'], 'image/jpeg')

async function sizeOf(bytes: Buffer): Promise<number[]> {
  const { width, height } = await sharp(bytes).metadata()
  return [width, height]
}

/**
 * Returns the mean of red minus the mean of blue in an area of an image.
 * @param from left edge of the area, as a fraction of the width
 */
async function redness(bytes: Buffer, from: number): Promise<number> {
  const [width = 0, height = 0] = await sizeOf(bytes)
  const area = {
    left: Math.round(width * from),
    top: Math.round(height * 0.3),
    width: Math.round(width * 0.15),
    height: Math.round(height * 0.4)
  }
  const { channels } = await sharp(await sharp(bytes).extract(area).toBuffer()).stats()
  return (channels[0]?.mean ?? 0) - (channels[2]?.mean ?? 0)
}

test('images have the requested aspect ratio and differ from each other', PATIENCE, async () => {
  const result = await make(world, PATH, images, {
    action: 'generate',
    prompt: 'a fox in the snow',
    aspect_ratio: '16:9',
    count: 2
  })
  expect(result.data).toEqual([
    {
      prompt: 'a fox in the snow',
      model: 'nano-banana-2.1',
      image_url: FILE,
      image_width: 1360,
      image_height: 768
    },
    expect.objectContaining({ image_url: FILE })
  ])
  expect(result.data?.[1]?.['image_url']).not.toBe(result.data?.[0]?.['image_url'])
  expect(await sizeOf(await picture(result))).toEqual([1360, 768])
})

test(
  'an edited image keeps the aspect ratio of the first input image and shows all of them',
  PATIENCE,
  async () => {
    const both = await make(world, PATH, images, {
      prompt: 'side by side',
      image_urls: [at('/red.png'), at('/blue.png')]
    })
    expect((await world.task('nano-banana', both.task_id)).request).toMatchObject({
      action: 'edit',
      model: 'nano-banana-2.1',
      resolution: '1K'
    })
    const bytes = await picture(both)
    const [width = 0, height = 1] = await sizeOf(bytes)
    expect(width / height).toBeCloseTo(1.5, 1)
    const alone = await picture(
      await make(world, PATH, images, { prompt: 'side by side', image_urls: [at('/red.png')] })
    )
    expect(await redness(alone, 0.7)).toBeGreaterThan((await redness(bytes, 0.7)) + 60)
    expect(Math.abs((await redness(alone, 0.15)) - (await redness(bytes, 0.15)))).toBeLessThan(30)
    const square = await make(world, PATH, images, {
      prompt: 'a square',
      image_url: at('/ribbon.png'),
      aspect_ratio: '1:1'
    })
    expect(await sizeOf(await picture(square))).toEqual([1024, 1024])
    const inline = `data:image/png;base64,${(await plain('#2030c0', 90, 60)).toString('base64')}`
    const sent = await make(world, PATH, images, {
      prompt: 'in the call',
      image_url: inline,
      model: 'nano-banana-2-lite'
    })
    expect((await world.task('nano-banana', sent.task_id)).request).toMatchObject({
      action: 'edit',
      image_urls: [FILE]
    })
    const ribbon = await make(world, PATH, images, {
      prompt: 'a ribbon',
      image_urls: [at('/ribbon.png')]
    })
    expect(await sizeOf(await picture(ribbon))).toEqual([2048, 512])
  }
)

test('an edited image can be edited again and again', PATIENCE, async () => {
  let result = await make(world, PATH, images, {
    prompt: 'at dusk',
    image_urls: [at('/red.png')],
    model: 'nano-banana-2',
    resolution: '2K'
  })
  for (const prompt of ['in winter', 'with birds']) {
    const [output] = result.data ?? []
    const next = followed(images, 'edit', output)
    expect(next).toEqual({
      action: 'edit',
      prompt: '',
      image_urls: output?.['image_url'],
      model: 'nano-banana-2.1'
    })
    const edited = await make(world, PATH, images, { ...next, prompt })
    expect(edited.data).toMatchObject([{ prompt, image_url: FILE }])
    expect(edited.data?.[0]?.['image_url']).not.toBe(output?.['image_url'])
    result = edited
  }
  expect(followed(images, 'animate', result.data?.[0])).toEqual({
    start_image_url: result.data?.[0]?.['image_url']
  })
})

describe('impossible values are refused at their field', () => {
  test.each([
    [{ action: 'edit', prompt: 'x' }, ['image_urls required']],
    [{ prompt: 'x', model: 'nano-banana-2-lite', resolution: '4K' }, ['resolution not_allowed']],
    [
      { prompt: 'x', model: 'nano-banana-2-lite', resolution: '2K', count: 5 },
      ['resolution not_allowed', 'count too_large']
    ],
    [
      { prompt: 'x', aspect_ratio: '21:9', model: 'banana' },
      ['model not_allowed', 'aspect_ratio not_allowed']
    ]
  ])('%j', async (body, issues) => {
    expect(await refused(world, PATH, body)).toEqual(issues)
  })

  test('more than five images, and a missing image, are refused', async () => {
    const image_urls = Array.from({ length: 6 }, () => at('/red.png'))
    expect(await refused(world, PATH, { prompt: 'x', image_urls })).toEqual(['image_urls too_many'])
    expect(
      await refused(world, PATH, { prompt: 'x', image_urls: [at('/red.png'), at('/none.png')] })
    ).toEqual(['image_urls unreachable'])
  })
})

test(
  'a call of the original form is answered at once, and polling finds the result',
  PATIENCE,
  async () => {
    const callback_url = 'https://webhook.acedata.cloud/nano-banana'
    const body = {
      action: 'generate',
      prompt: 'a boat',
      aspect_ratio: '1:1',
      image_urls: [],
      callback_url
    }
    const begun = await world.result(PATH, body)
    expect(begun).toEqual({
      success: true,
      task_id: expect.any(String),
      trace_id: expect.any(String)
    })
    await world.ended('nano-banana', begun.task_id)
    const asked = { action: 'retrieve_batch', user_id: 'me', type: 'images' }
    const list = await json<{ items: { id: string; type: string; response: Result }[] }>(
      world.studio.call('/nano-banana/tasks', {
        json: asked,
        token: world.ada.credential.token,
        headers: { 'x-record-exempt': 'true' }
      })
    )
    expect(list.items.find(({ id }) => id === begun.task_id)).toMatchObject({
      type: 'images',
      response: { success: true, data: [{ prompt: 'a boat', image_url: FILE }] }
    })
  }
)

test('a model name that only the vendor uses selects our model of that line', async () => {
  const { task_id } = await world.result(PATH, {
    prompt: 'x',
    model: 'nano-banana-pro:official',
    resolution: '4K',
    async: true
  })
  expect((await world.task('nano-banana', task_id)).request).toMatchObject({
    model: 'nano-banana-pro',
    resolution: '4K'
  })
  expect((await world.ended('nano-banana', task_id)).state).toBe('succeeded')
})
