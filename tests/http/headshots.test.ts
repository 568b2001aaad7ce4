import { createCanvas } from '@napi-rs/canvas'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headshots } from '#catalog/headshots/service.ts'
import { bytesAt, FILE, followed, make, PATIENCE, refused } from '../support/making.ts'
import { openMediaWorld, type MediaWorld } from '../support/media-world.ts'

const { generate } = headshots.actions
const PATH = '/headshots/generate'

let world: MediaWorld
beforeAll(async () => {
  world = await openMediaWorld({
    '/green.png': face('#20a040'),
    '/blue.png': face('#2040c0'),
    '/notes.txt': Buffer.from('notes')
  })
})
afterAll(() => world.close())

const at = (path: string): string => `${world.stranger.url}${path}`

/** Draws a face of one colour on a grey wall. */
function face(colour: string): Buffer {
  const brush = createCanvas(600, 600).getContext('2d')
  brush.fillStyle = '#888'
  brush.fillRect(0, 0, 600, 600)
  brush.fillStyle = colour
  brush.beginPath()
  brush.ellipse(300, 240, 120, 150, 0, 0, Math.PI * 2)
  brush.fill()
  return brush.canvas.encodeSync('png')
}

/** Returns the mean red, green and blue in the middle of the head. */
async function headColour(address: unknown): Promise<number[]> {
  const bytes = await bytesAt(world, address, 'image/jpeg')
  const { width, height } = await sharp(bytes).metadata()
  expect([width, height]).toEqual([896, 1120])
  const { channels } = await sharp(
    await sharp(bytes).extract({ left: 400, top: 430, width: 90, height: 90 }).toBuffer()
  ).stats()
  return channels.map(({ mean }) => mean)
}

test('one photo gives two portraits, each with its follow-ups', PATIENCE, async () => {
  const result = await make(world, PATH, generate, {
    template: 'business_photo',
    mode: 'fast',
    image_urls: [at('/green.png')]
  })
  expect(result.data).toEqual([
    { id: expect.any(String), template: 'business_photo', image_url: FILE },
    { id: expect.any(String), template: 'business_photo', image_url: FILE }
  ])
  const [one, other] = result.data ?? []
  expect([one?.['id'], one?.['image_url']]).not.toEqual([other?.['id'], other?.['image_url']])
  for (const output of [one, other]) {
    const [red = 0, green = 0, blue = 0] = await headColour(output?.['image_url'])
    expect(green).toBeGreaterThan(Math.max(red, blue) + 40)
  }
  expect(followed(generate, 'edit', one)).toEqual({
    action: 'edit',
    prompt: '',
    image_url: one?.['image_url']
  })
  expect(followed(generate, 'animate', other)).toEqual({ start_image_url: other?.['image_url'] })
})

test('two photos give a portrait each, in either mode for the same price', PATIENCE, async () => {
  const before = await world.left()
  const image_urls = [at('/green.png'), at('/blue.png')]
  const { data = [] } = await make(world, PATH, generate, {
    template: 'wedding',
    mode: 'relax',
    image_urls
  })
  expect(before - (await world.left())).toBeCloseTo(2.6)
  const [first = [], second = []] = await Promise.all(
    data.map(({ image_url }) => headColour(image_url))
  )
  expect((first[1] ?? 0) - (first[2] ?? 0)).toBeGreaterThan(40)
  expect((second[2] ?? 0) - (second[1] ?? 0)).toBeGreaterThan(40)
})

describe('an impossible request is refused at its field', () => {
  test.each([
    [{ template: 'wedding', image_urls: [] }, ['image_urls required']],
    [
      { template: 'pirate', image_urls: ['a'], mode: 'turbo' },
      ['image_urls invalid', 'template not_allowed', 'mode not_allowed']
    ],
    [
      { template: 'wedding', image_urls: [1, 2, 3].map(each => `https://files.example/${each}`) },
      ['image_urls too_many']
    ]
  ])('%j', async (body, issues) => {
    expect(await refused(world, PATH, body)).toEqual(issues)
  })

  test('no template, a file that is no image, or a missing file', async () => {
    expect(
      await refused(world, PATH, { template: '', mode: 'fast', image_urls: [at('/green.png')] })
    ).toEqual(['template required'])
    expect(
      await refused(world, PATH, { template: 'wedding', image_urls: [at('/notes.txt')] })
    ).toEqual(['image_urls wrong_file'])
    expect(
      await refused(world, PATH, { template: 'wedding', image_urls: [at('/none.png')] })
    ).toEqual(['image_urls unreachable'])
  })
})

test('a call of the original form is answered at once and can be polled', PATIENCE, async () => {
  const callback_url = 'https://webhook.acedata.cloud/headshots'
  const begun = await world.result(PATH, {
    template: 'kindergarten',
    mode: 'fast',
    image_urls: at('/green.png'),
    callback_url
  })
  expect(begun).toEqual({
    success: true,
    task_id: expect.any(String),
    trace_id: expect.any(String)
  })
  const { type, response } = await world.ended('headshots', begun.task_id)
  expect({ type, response }).toMatchObject({
    type: 'generate',
    response: { success: true, data: [{ template: 'kindergarten' }, {}] }
  })
})
