import { expect, test } from 'vitest'
import { flux } from '#catalog/flux/service.ts'
import { kling } from '#catalog/kling/service.ts'
import { pixverse } from '#catalog/pixverse/service.ts'
import { randomSeed, resultSeed, seedField } from '#core/seed.ts'

const { images } = flux.actions
const { videos } = pixverse.actions

test('the seed of a result is the reported one, or else the chosen one', () => {
  expect(resultSeed(images, { seed: 42 }, { seed: 7 })).toBe(42)
  expect(resultSeed(images, {}, { seed: 7 })).toBe(7)
  expect(resultSeed(images, {}, {})).toBeNull()
})

test('a seed that the form does not take is unknown', () => {
  expect(resultSeed(videos, { seed: 4242 }, {})).toBeNull()
  expect(resultSeed(images, { seed: '42' }, {})).toBeNull()
  expect(resultSeed(images, { seed: -1 }, {})).toBeNull()
  expect(resultSeed(kling.actions.videos, { seed: 42 }, {})).toBeNull()
})

test('a drawn seed is within the range of its field', () => {
  const field = seedField(videos) ?? expect.fail('no seed')
  const drawn = Array.from({ length: 500 }, () => randomSeed(field))
  expect(drawn.every(each => Number.isInteger(each) && each >= 0 && each <= 1000)).toBe(true)
  expect(new Set(drawn).size).toBeGreaterThan(100)
  const least = { type: 'number', min: 3, max: 3, step: 1 } as const
  expect(randomSeed(least)).toBe(3)
})
