import { expect, test } from 'vitest'
import { findService } from '#catalog/index.ts'
import type { ServicePrice } from '#contract/service.ts'
import { ANSWER, countFor, samplesOf } from '#sections/shared/samples.ts'

const offered = (id: string, price: ServicePrice[]) => ({ id: findService(id)?.serviceId ?? '', title: id, price })
const flat = (action: string, credits: number): ServicePrice => ({ action, title: '', credits })
const chat = offered('chat', [{ model: 'gpt-5-all', title: 'gpt-5', input: 0.02, output: 0.16 }])

test.each([
  [10, 0.09, 110],
  [10, 0.4, 25],
  [10, 11, 0],
  [10, 0, 0],
  [0, 1, 0],
  [0.3, 0.1, 3],
  [99, 1, 99],
  [199, 1, 190],
  [123_456, 1, 120_000],
  [10, NaN, 0]
])('%d credits at %d each are about %i', (credits, each, count) => {
  expect(countFor(credits, each)).toBe(count)
})

test('one of each kind is told, the first that is offered, an answer by its tokens', () => {
  const flux = offered('flux', [flat('images', 0.5)])
  const nano = offered('nanobanana', [flat('images', 0.3)])
  const found = samplesOf([chat, flux, nano], null)
  expect(found.map(each => each.medium)).toEqual(['chat', 'image'])
  expect(found[0]).toEqual({ medium: 'chat', title: 'gpt-5', credits: (0.02 * ANSWER.input + 0.16 * ANSWER.output) / 1000 })
  const [first] = [findService('flux'), findService('nanobanana')].toSorted((a, b) => (a?.place ?? 0) - (b?.place ?? 0))
  expect(found[1]?.title).toBe(first?.id)
})

test('a plan for one service tells of that alone, and what costs nothing is told of nowhere', () => {
  const flux = offered('flux', [flat('images', 0.5)])
  expect(samplesOf([chat, flux], flux.id).map(each => each.title)).toEqual(['flux'])
  expect(samplesOf([offered('flux', [flat('images', 0)])], null)).toEqual([])
  expect(samplesOf([offered('flux', [])], null)).toEqual([])
  expect(samplesOf([], null)).toEqual([])
})

test('a price is what the first form of a service costs as it stands, for one of what it makes', () => {
  const kling = findService('kling')
  const [verb = '', action] = Object.entries(kling?.actions ?? {})[0] ?? []
  const rules = (action?.price ?? []).map(({ credits, when, times, per }) => ({
    action: verb,
    title: '',
    credits,
    ...(when && { when: when as Record<string, unknown> }),
    ...(times && { times: [...times] }),
    ...(per && { per })
  }))
  const [sample] = samplesOf([offered('kling', [...rules, flat('something-else', 0.000001)])], null)
  expect(sample?.credits).toBeGreaterThan(0.1)
})
