import { expect, test } from 'vitest'
import { findService } from '#catalog/index.ts'
import type { ServicePrice } from '#contract/service.ts'
import { TYPICAL_ANSWER_TOKENS, affordableCount, exampleRuns } from '#sections/shared/samples.ts'

const offered = (id: string, price: ServicePrice[]) => ({
  id: findService(id)?.serviceId ?? '',
  title: id,
  price
})
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
  expect(affordableCount(credits, each)).toBe(count)
})

test('each medium has one sample from the first offered service, and an answer is priced by its tokens', () => {
  const flux = offered('flux', [flat('images', 0.5)])
  const nano = offered('nanobanana', [flat('images', 0.3)])
  const found = exampleRuns([chat, flux, nano], null)
  expect(found.map(each => each.medium)).toEqual(['chat', 'image'])
  expect(found[0]).toEqual({
    medium: 'chat',
    title: 'gpt-5',
    credits: (0.02 * TYPICAL_ANSWER_TOKENS.input + 0.16 * TYPICAL_ANSWER_TOKENS.output) / 1000
  })
  const [first] = [findService('flux'), findService('nanobanana')].toSorted(
    (a, b) => (a?.place ?? 0) - (b?.place ?? 0)
  )
  expect(found[1]?.title).toBe(first?.id)
})

test('a plan for one service has only its sample, and free services have none', () => {
  const flux = offered('flux', [flat('images', 0.5)])
  expect(exampleRuns([chat, flux], flux.id).map(each => each.title)).toEqual(['flux'])
  expect(exampleRuns([offered('flux', [flat('images', 0)])], null)).toEqual([])
  expect(exampleRuns([offered('flux', [])], null)).toEqual([])
  expect(exampleRuns([], null)).toEqual([])
})

test('a sample has the price of the first form with its defaults, for one output', () => {
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
  const [sample] = exampleRuns(
    [offered('kling', [...rules, flat('something-else', 0.000001)])],
    null
  )
  expect(sample?.credits).toBeGreaterThan(0.1)
})
