import { expect, test } from 'vitest'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { buildShelf, findShelfModel } from '#catalog/chat/shelf.server.ts'

const MODELS = CHAT_GROUPS.flatMap(({ models }) => models)
const nano = (today: string, changes = {}) => {
  const shelf = buildShelf(new Map([['gpt-5.4-nano', changes]]), [], today)
  return findShelfModel(shelf, 'gpt-5.4-nano')
}

test('a model whose end is announced answers until its last day, and its fallback afterwards', () => {
  const [fallback] = MODELS.filter(({ name }) => name === 'gpt-6-luna')
  expect(nano('2027-03-31')).not.toHaveProperty('becomes')
  expect(nano('2027-04-01')).toMatchObject({
    label: 'GPT-5.4 nano',
    becomes: 'gpt-6-luna',
    price: fallback?.price,
    enabled: false
  })
  expect(nano('2027-04-01', { fallback: 'gpt-6-sol' })).toMatchObject({ becomes: 'gpt-6-sol' })
  expect(nano('2027-04-01', { until: '2028-01-01' })).not.toHaveProperty('becomes')
})

test('a retired model takes nothing that its successor refuses', () => {
  const retired = MODELS.filter(({ becomes }) => becomes !== undefined)
  expect(retired.length).toBeGreaterThan(10)
  for (const model of retired) {
    const successor = MODELS.find(({ name }) => name === model.becomes)
    for (const flag of [
      'isFileSupported',
      'isImageSupported',
      'isTemperatureSupported',
      'isToolSupported'
    ] as const)
      expect(model[flag] && successor?.[flag] === false, `${model.name} ${flag}`).toBe(false)
  }
})
