import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { field, location, openBrowser, policy } from '../support/plain-browser.ts'
import { startStudio } from '../support/process.ts'

const PASSWORD = 'correct horse battery'

let studio: Awaited<ReturnType<typeof startStudio>>
beforeAll(async () => (studio = await startStudio()))
afterAll(() => studio.stop())

let people = 0
let email: string
beforeEach(() => (email = `person-${++people}@example.com`))

describe('after too many wrong passwords', () => {
  test('the page says how long to wait, in its text and in a header', async () => {
    const { post } = openBrowser({ url: studio.url })
    for (let time = 0; time < 5; time++)
      expect((await post({ mode: 'sign-in', email, password: 'not this one' })).status).toBe(400)
    const german = await post({ mode: 'sign-in', email, password: PASSWORD }, '/de/auth/login')
    expect([german.status, german.text.includes('in 15 Minuten')]).toEqual([429, true])
    expect(Number(german.headers['retry-after'])).toBeGreaterThan(840)
  })
})

describe('signing out', () => {
  test.each(['/auth/logout', '/auth/sign-out'])(
    'with %s from the page of another site needs a confirmation in the user’s language',
    async path => {
      const { open, post } = openBrowser({ url: studio.url })
      await post({ mode: 'sign-up', email, password: PASSWORD })
      const foreign = {
        'sec-fetch-site': 'cross-site',
        referer: 'https://evil.example/',
        'accept-language': 'de'
      }
      const away = await open(`${path}?redirect=/flux`, foreign)
      expect([away.status, away.headers['clear-site-data'], away.headers['set-cookie']]).toEqual([
        302,
        undefined,
        undefined
      ])
      const address = location(away).replace(studio.url, '')
      const confirmation = await open(address, { cookie: 'LOCALE=de' })
      const page = confirmation.status === 302 ? await open(location(confirmation)) : confirmation
      expect([page.status, field(page, 'redirect'), policy(page)]).toEqual([200, '/flux', `'none'`])
      expect(page.text).toContain(`action="${path}"`)
      expect(location(await open('/auth/login?redirect=/flux'))).toContain('/flux?code=')

      const out = await open(`${path}?redirect=%2Fflux`, { 'sec-fetch-site': 'same-origin' })
      expect([out.status, out.headers['clear-site-data']]).toEqual([302, '"storage"'])
    }
  )
})
