import { expect, test } from 'vitest'
import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import { costOfAnswers, costOfRequest, costSoFar, type VendorCosts } from '#core/vendor-cost.ts'

const costs: VendorCosts = {
  pictures: { unit: 0.025, list: [{ dollars: 0.025, times: ['num_images', 'megapixels'] }] },
  videos: {
    list: [
      { when: { field: 'settings.sound', is: true }, dollars: 0.14, times: ['duration'] },
      { dollars: 0.07, times: ['duration'], plus: 0.01 }
    ]
  },
  songs: { unit: 0.0007 }
}
const listed = (path: string, body: object = {}): number | null =>
  costOfRequest(costs, { path, body: body as Record<string, never> }).listed

test('a price list counts the images and whole megapixels of a request', () => {
  const image_size = { width: 1920, height: 1080 }
  expect(listed('pictures')).toBe(25_000)
  expect(listed('pictures', { num_images: 4, image_size })).toBe(200_000)
  expect(listed('pictures', { image_size: { width: 1184, height: 896 } })).toBe(25_000)
})

test('a price list reads durations as vendors write them, and conditions on nested fields', () => {
  expect(listed('videos', { duration: '8s' })).toBe(570_000)
  expect(listed('videos', { duration: '5', settings: { sound: true } })).toBe(700_000)
})

test('a price list counts measures of files, and a function computes prices that no list can express', () => {
  const own: VendorCosts = {
    lips: { list: [{ dollars: 0.16, times: ['audio_url:seconds'] }] },
    tokens: { dollars: ({ count }) => Number(count) * 0.5 }
  }
  const asked = { 'audio_url:seconds': 30, audio_url: 'https://files.example/a' }
  expect(costOfRequest(own, { path: 'lips', body: {} }, asked).listed).toBe(4_800_000)
  expect(costOfRequest(own, { path: 'tokens', body: { count: 3 } }).listed).toBe(1_500_000)
})

test('an endpoint without a price has an unknown cost, not a cost of zero', () => {
  expect(listed('songs')).toBeNull()
  expect(listed('constructor')).toBeNull()
  expect(costOfRequest(undefined, { path: 'pictures', body: {} }).listed).toBeNull()
  expect(costOfAnswers({ listed: null, unit: null }, [undefined])).toBeUndefined()
})

test('units that a vendor reports take precedence over its price list', () => {
  const cost = { listed: 25_000, unit: 10_000 }
  expect(costOfAnswers(cost, [2.5, 1])).toEqual({ micro: 35_000, measured: true })
  expect(costOfAnswers(cost, [2.5, undefined])).toEqual({ micro: 50_000, measured: false })
})

test('the cost of a further attempt is added to that of the earlier ones', () => {
  const cost = { listed: 7, unit: null }
  const spent = { micro: 5, measured: true }
  expect(costSoFar({ attempt: 1, cost }, [undefined])?.micro).toBe(7)
  expect(costSoFar({ attempt: 2, cost, spent }, [undefined])).toEqual({
    micro: 12,
    measured: false
  })
  expect(costSoFar({ attempt: 2, cost }, [undefined])).toBeUndefined()
})

test('every price of every vendor is a sensible number of dollars', () => {
  // A run on the operator's own server costs nothing.
  const free = new Set(['a1111', 'comfyui'])
  const paid = Object.entries(VENDOR_SERVICES).flatMap(([name, does]) =>
    free.has(name) ? [] : [does]
  )
  const lists = paid.flatMap(services =>
    Object.values(services).flatMap(service =>
      Object.values(service).map(({ costs: c }) => c ?? {})
    )
  )
  const dollars = lists.flatMap(list =>
    Object.values(list).flatMap(({ unit, list: rules = [] }) => [
      ...(unit === undefined ? [] : [unit]),
      ...rules.map(rule => rule.dollars)
    ])
  )
  expect(dollars.length).toBeGreaterThan(40)
  expect(dollars.filter(each => !(each > 0 && each <= 10))).toEqual([])
})
