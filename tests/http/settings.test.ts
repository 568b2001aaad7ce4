import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShownSettings } from '#contract/setting.ts'
import { openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({
    environment: {
      FREE_AMOUNT: '7',
      STRIPE_SECRET_KEY: 'sk_test_hidden',
      STRIPE_WEBHOOK_SECRET: 'whsec_hidden',
      EXCHANGE_URL: 'http://127.0.0.1:9/v6/hidden?key=hidden'
    }
  })
  ada = await person(studio)
})
afterAll(() => studio.close())

test('operators see every setting and its source, and no secret', async () => {
  const answer = await studio.call('/api/v1/operation/settings', {
    token: ada.token.access_token
  })
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(text).not.toContain('hidden')
  const { file, items } = JSON.parse(text) as ShownSettings
  expect(file).toBeNull()
  const row = (name: string) => items.find(each => each.name === name)
  expect(row('FREE_AMOUNT')).toMatchObject({ source: 'environment', value: '7' })
  expect(row('PORT')).toMatchObject({ source: 'default', value: '4321' })
  expect(row('STRIPE_SECRET_KEY')).toMatchObject({
    source: 'environment',
    secret: true,
    value: null
  })
  expect(row('EXCHANGE_URL')).toMatchObject({ value: 'http://127.0.0.1:9/•••?key=•••' })
})
