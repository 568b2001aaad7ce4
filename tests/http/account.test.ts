import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { overview } from '../support/account.ts'
import { BASE, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off', API_URL: 'https://api.example' } })
  await person(studio)
  ada = await person(studio)
})
afterAll(() => studio.close())

describe('the account overview', () => {
  test('is read only with the user’s own cookie and from our own pages', async () => {
    expect(await overview(studio, ada.cookie)).toMatchObject({
      email: ada.email,
      is_verified: false,
      has_password: true,
      second_factor: false,
      passkeys: [],
      linked: [],
      methods: { social: [], passkeys: false },
      back: `${BASE}/`,
      fresh: true,
      only_admin_of: [],
      running: false
    })
    expect((await studio.call('/auth/account/overview')).status).toBe(401)
    expect(
      (
        await studio.call('/auth/account/overview', {
          headers: { cookie: ada.cookie, origin: 'https://evil.example' }
        })
      ).status
    ).toBe(403)
  })

  test('the overview links back to one of our sites, never to a foreign one', async () => {
    expect((await overview(studio, ada.cookie, 'https://api.example')).back).toBe(
      'https://api.example/'
    )
    expect((await overview(studio, ada.cookie, 'https://evil.example')).back).toBe(`${BASE}/`)
  })
})
