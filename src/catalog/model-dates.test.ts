import { expect, test } from 'vitest'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { releaseDay } from '#catalog/model-dates.ts'

const MODELS = CHAT_GROUPS.flatMap(({ models }) => models)

test('every chat model has its release day and its context', () => {
  expect(MODELS.length).toBeGreaterThan(50)
  const lacking = MODELS.filter(
    ({ since, context }) => since === undefined || !(Number(context) > 0)
  )
  expect(lacking.map(({ name }) => name)).toEqual([])
})

test('every release day is a day that has passed', () => {
  for (const { name, since = '' } of MODELS) {
    expect(since, name).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(Date.parse(since), name).toBeLessThan(Date.now())
  }
  expect(releaseDay('nothing')).toBeUndefined()
})
