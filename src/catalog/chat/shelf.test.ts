import { expect, test } from 'vitest'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'

const MODELS = CHAT_GROUPS.flatMap(({ models }) => models)

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
