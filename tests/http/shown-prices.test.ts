import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { toolPrices } from '#islands/tool-prices.ts'
import { SERVICES } from '#catalog/index.ts'
import type { Service as Wire } from '#contract/service.ts'
import { parseMeasure } from '#core/measure.ts'
import { nestValues } from '#core/nested.ts'
import type { Action, Service } from '#core/service.ts'
import { encodeVideo } from '#media/film.ts'
import { credit } from '#servers/ledger/ledger.ts'
import { validBody, type Body } from '../support/bodies.ts'
import { FULL_DOSE } from '../support/dose.ts'
import { echoSandbox, withInputs } from '../support/echo-sandbox.ts'
import { consumptionOf } from '../support/json-logic.ts'
import { openMediaWorld, type MediaWorld } from '../support/media-world.ts'
import { fc } from '../support/property.ts'
import { json } from '../support/studio.ts'

/** Length in seconds of each sound that a call uses. */
const SECONDS = 45

/** Bodies for each action. The test runs and pays all of them. */
const BODIES = FULL_DOSE ? 8 : 4
const FOREVER = { timeout: 120_000 }

let world: MediaWorld
const rules = new Map<string, unknown>()
beforeAll(async () => {
  // Some masks mark by transparency.
  const background = { r: 255, g: 0, b: 0, alpha: 0.5 }
  const image = await sharp({ create: { width: 64, height: 64, channels: 4, background } })
    .png()
    .toBuffer()
  const frame = (): Uint8Array => new Uint8Array(32 * 32 * 4)
  const files = {
    image,
    audio: waveOf(SECONDS),
    video: Buffer.from(await encodeVideo({ width: 32, height: 32, fps: 5, frames: 10, frame })),
    media: waveOf(SECONDS)
  }
  const paths = Object.entries(files).flatMap(([kind, bytes]) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map(at => [`/${kind}?${at}`, bytes])
  )
  world = await openMediaWorld(
    Object.fromEntries(paths) as Record<string, Buffer>,
    Object.fromEntries(SERVICES.map(service => [service.id, echoSandbox(SERVICES, service)]))
  )
  const money = {
    applicationId: world.ada.application.id,
    fund: 'sandbox',
    reference: 'more',
    amount: 1e12,
    now: 0
  } as const
  await credit(world.studio.context.database.db, 'order', money)
  for (const { id } of SERVICES)
    rules.set(id, (await json<Wire>(world.studio.call(`/api/v1/services/${id}`))).metadata['price'])
})
afterAll(() => world.close())

/** Returns the credits charged for a call, from its receipt. */
async function charged(path: string, body: Body): Promise<number> {
  const { task_id } = await world.result(path, body)
  expect(await world.task(path.split('/')[0] ?? '', task_id)).toMatchObject({
    response: { success: true }
  })
  return (await world.receipt(task_id)).deducted_amount
}

/** Builds a silent sound of one byte per sample and a thousand samples per second. */
function waveOf(seconds: number): Buffer {
  const [rate, size] = [1000, 1000 * seconds]
  const head = Buffer.alloc(44)
  head.write('RIFF\0\0\0\0WAVEfmt ', 'latin1')
  head.writeUInt32LE(36 + size, 4)
  head.writeUInt32LE(16, 16)
  for (const at of [20, 22]) head.writeUInt16LE(1, at)
  for (const at of [24, 28]) head.writeUInt32LE(rate, at)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(size, 40)
  return Buffer.concat([head, Buffer.alloc(size, 128)])
}

/** The measures of the files that the calls use, by the names that prices multiply by. */
const MEASURED = {
  'audio_url:seconds': SECONDS,
  'video_url:seconds': 2,
  'image_url:megapixels': 0.1,
  'image_url:area': 1
}
const isMeasured = ({ price }: Action): boolean =>
  price.some(({ times = [] }) => times.some(name => parseMeasure(name) !== null))

const own = (service: Service): ReturnType<typeof toolPrices> =>
  toolPrices({ service, hub: { locale: 'en' }, t: (_, words) => String(words?.['price']) })
const every = SERVICES.flatMap(service =>
  Object.entries<Action>(service.actions ?? {}).map(([verb, action]) => ({
    name: `${service.id} ${verb}`,
    service,
    verb,
    action
  }))
)

describe('the price in a form is the charged price', () => {
  // Run each action once, so that other calls can refer to its outputs.
  beforeAll(async () => {
    for (const { service, verb, action } of every) {
      const ids = Object.keys(action.fields).filter(name => action.fields[name]?.type === 'id')
      if (ids.some(name => action.fields[name]?.required === true)) continue
      const first = validBody(action).filter(body => !ids.some(name => Object.hasOwn(body, name)))
      const [body = {}] = fc.sample(first, 1)
      await charged(
        `${service.path}/${verb}`,
        nestValues(withInputs(SERVICES, service, action, body, world.stranger.url))
      )
    }
  }, FOREVER.timeout)

  test.each(every.filter(({ action }) => !isMeasured(action)))(
    '$name: by the rules of the API and by our form',
    FOREVER,
    async ({ service, verb, action }) => {
      for (const sample of fc.sample(validBody(action), BODIES)) {
        const body = withInputs(SERVICES, service, action, sample, world.stranger.url)
        const cost = await charged(`${service.path}/${verb}`, nestValues(body))
        const form = { type: verb, ...nestValues(body) }
        const prices = own(service)
        expect(
          [consumptionOf(rules.get(service.id), form), prices.shortOf(verb, body)],
          JSON.stringify(body)
        ).toEqual([cost, prices.creditsOf(cost)])
      }
    }
  )

  // The price rules of the API cannot measure texts and files, so only our form is checked.
  test.each(every.filter(({ action }) => isMeasured(action)))(
    '$name: by our form, which measures texts and files',
    FOREVER,
    async ({ service, verb, action }) => {
      for (const sample of fc.sample(validBody(action), BODIES)) {
        const body = withInputs(SERVICES, service, action, sample, world.stranger.url)
        const prices = own(service)
        expect(prices.priceOf(verb, body, MEASURED), JSON.stringify(body)).toBe(
          prices.creditsOf(await charged(`${service.path}/${verb}`, nestValues(body)))
        )
      }
    }
  )
})

describe('the original midjourney form, which keeps the values of its three tabs in one object', () => {
  const shown = (form: object): number =>
    consumptionOf(rules.get('midjourney'), {
      mode: 'fast',
      quality: '1',
      resolution: '480p',
      ...form
    })
  const image = (): string => `${world.stranger.url}/image?0`

  test.each([['.25'], ['.5'], ['1']])(
    'quality %s is added to the prompt, and the charged price is the shown one',
    async quality => {
      for (const mode of ['fast', 'relax', 'turbo']) {
        const prompt = `a fox --version 6.1${quality === '1' ? '' : ` --quality ${quality}`}`
        const cost = await charged('midjourney/imagine', { mode, prompt, action: 'generate' })
        expect(shown({ type: 'imagine', mode, quality, prompt: 'a fox', action: undefined })).toBe(
          cost
        )
      }
    }
  )

  test('typed parameters do not raise the price of the chosen ones', async () => {
    const form = { mode: 'fast', prompt: 'a fox --quality 4 --hd' }
    expect(await charged('midjourney/imagine', { ...form, action: 'generate' })).toBe(
      shown({ type: 'imagine', ...form })
    )
  })

  test('videos cost the shown price', async () => {
    const body = {
      image_url: image(),
      prompt: 'it runs',
      resolution: '480p',
      loop: false,
      mode: 'fast'
    }
    expect([await charged('midjourney/videos', body), shown({ type: 'videos', ...body })]).toEqual([
      3.2, 3.2
    ])
    const longer = { ...body, action: 'extend', video_id: 'midjourney-videos-0' }
    expect([
      await charged('midjourney/videos', longer),
      shown({ type: 'videos', ...longer })
    ]).toEqual([3.2, 3.2])
  })

  test('a description costs the shown price, even after the user began to extend a video', async () => {
    expect(await charged('midjourney/describe', { image_url: image() })).toBe(0.1)
    for (const action of [undefined, 'extend'])
      expect(shown({ type: 'describe', image_url: image(), action })).toBe(0.1)
  })

  test.each(['variation1', 'upscale2', 'upscale_4x'])(
    'the button %s below a result costs the shown price in each tab',
    async action => {
      const cost = await charged('midjourney/imagine', {
        image_id: 'midjourney-imagine-0',
        action,
        mode: 'turbo'
      })
      for (const type of ['imagine', 'videos', 'describe'])
        expect(shown({ type, action, mode: 'turbo', resolution: '720p' })).toBe(cost)
    }
  )
})
