import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Usage } from '#contract/usage.ts'
import { refusal, type List } from '../support/shop.ts'
import { frames, json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio()
  ada = await person(studio)
  for (const [model, tokens] of [
    ['gpt-5-all', 30],
    ['deepseek-v3', 5]
  ])
    await frames(
      await studio.call('/aichat/conversations', {
        json: { model, question: `hi [sandbox:tokens=${tokens}]` },
        token: ada.credential.token
      })
    )
})
afterAll(() => studio.close())

const list = (query: string, language = 'en'): Promise<List<Usage>> =>
  json(studio.call(`/api/v1/usage/apis/?${query}`, { token: ada.token.access_token, headers: { 'accept-language': language } }))

test('a receipt names its call, what it decided the price by, and what is left: all amounts are numbers', async () => {
  const { items, count } = await list('ordering=-deducted_amount&limit=1&user_id=x', 'de')
  expect(count).toBe(2)
  const [dear] = items
  expect(dear).toMatchObject({
    api_id: 'chat/chat',
    service: { alias: 'chat', title: 'Chat' },
    metadata: { model: 'gpt-5-all' },
    status_code: 200
  })
  expect(dear?.api).toEqual({ id: 'chat/chat', name: 'chat', title: 'Chat', service_id: 'b1fbcc32-e218-4253-9dc3-4fe600a1bfb9' })
  const used = (await list('')).items.reduce((sum, { deducted_amount }) => sum + deducted_amount, 0)
  expect(dear?.used_amount).toBeCloseTo(used, 6)
  expect(dear?.remaining_amount).toBeCloseTo(5 - used, 6)
})

test('the list is filtered and ordered as asked', async () => {
  const models = async (query: string): Promise<unknown[]> => (await list(query)).items.map(({ metadata }) => metadata['model'])
  expect(await models('ordering=deducted_amount')).toEqual(['deepseek-v3', 'gpt-5-all'])
  expect(await models(`api_id=CHAT/chat&application_id=${ada.application.id}&limit=1&offset=1`)).toHaveLength(1)
  expect(await models('api_id=flux/images')).toEqual([])
  expect(await refusal(studio.call('/api/v1/usage/apis/?application_id=nobody', { token: ada.token.access_token }))).toEqual([
    404,
    'not_found'
  ])
})
