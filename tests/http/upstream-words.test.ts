import { afterAll, beforeAll, expect, test } from 'vitest'
import { startUpstreamServer } from '../support/upstream-server.ts'
import { KEYS, openVendorWorld, type VendorWorld } from '../support/vendor-world.ts'

let world: VendorWorld

beforeAll(async () => {
  const vendor = await startUpstreamServer()
  world = await openVendorWorld(vendor, { UPSTREAM_URL: vendor.url, UPSTREAM_API_KEY: KEYS[0] })
})
afterAll(() => world.close())

test.each(['succeed', 'completed', 'complete', 'finished'])(
  'a vendor may report a finished task as %s',
  async word => {
    const { result } = await world.post('/flux/images', { prompt: `A harbour plot:${word}` })
    expect(result).toMatchObject({
      success: true,
      data: [{ seed: 7, image_url: expect.stringContaining('/files/') as string }]
    })
  }
)

test.each([
  ['elsewhere', 'this address may not be fetched: not a public address'],
  ['page', 'the file of image_url is text/plain']
])('a file that is %s is neither copied nor paid: %s', async (plot, why) => {
  const before = await world.spent()
  const id = await world.begin('/flux/images', { prompt: `A harbour plot:${plot}` })
  await expect
    .poll(() => world.said.some(line => line.includes(`a result could not be copied: ${why}`)))
    .toBe(true)
  expect((await world.ended('flux', id)).response).toMatchObject({
    success: false,
    error: { code: 'api_error' }
  })
  expect(await world.spent()).toBe(before)
})

test('a task that can no longer be cancelled is delivered and charged', async () => {
  const before = await world.spent()
  world.vendor.looks = Number.POSITIVE_INFINITY
  const id = await world.begin('/flux/images', { prompt: 'A harbour' })
  const asked = (action: string): boolean =>
    world.vendor.calls.some(({ body }) => body['action'] === action)
  await expect.poll(() => asked('retrieve')).toBe(true)
  await world.studio.call('/flux/tasks', {
    json: { action: 'cancel', id },
    token: world.ada.credential.token
  })
  await expect.poll(() => asked('cancel')).toBe(true)
  world.vendor.looks = 1
  expect((await world.ended('flux', id)).response).toMatchObject({ success: true })
  expect(await world.spent()).toBeGreaterThan(before)
})

test('a task is submitted in the format of the API, and polled by its id', async () => {
  world.vendor.calls.length = 0
  await world.post('/flux/images', { prompt: 'A harbour', seed: 3 })
  const called = (path: string): unknown =>
    world.vendor.calls.find(each => each.path === path)?.body
  expect(called('/flux/images')).toMatchObject({
    prompt: 'A harbour',
    seed: 3,
    model: 'flux-dev',
    async: true
  })
  expect(called('/flux/tasks')).toMatchObject({ action: 'retrieve' })
})
