import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { heading, openBrowser, plain, policy, type PlainBrowser } from '../support/plain-browser.ts'
import { startStudio } from '../support/process.ts'

const PASSWORD = 'correct horse battery'
const SITE = 'https://muses.example'

let studio: Awaited<ReturnType<typeof startStudio>>
beforeAll(async () => {
  studio = await startStudio({ ALLOWED_ORIGINS: SITE, RATE_LIMITS: 'off' })
})
afterAll(() => studio.stop())

let people = 0
let email: string
beforeEach(() => (email = `framed-${++people}@example.com`))

const browser = (options: Partial<Parameters<typeof openBrowser>[0]> = {}): PlainBrowser =>
  openBrowser({ url: studio.url, ...options })

describe('the login page in a frame', () => {
  const frame = `/auth/login?display=popup&redirect=${encodeURIComponent(`${SITE}/flux`)}`

  test('may be shown by the requesting page and by no other', async () => {
    expect(policy(await browser().open(frame))).toBe(SITE)
    const by = { referer: `${SITE}/` }
    expect(policy(await browser({ dest: 'iframe' }).open('/auth/login', by))).toBe(SITE)
    const refused = [
      await browser().open('/auth/login?display=popup'),
      await browser().open('/auth/login?display=popup&redirect=https://evil.example/'),
      await browser().open(`/auth/login?display=popup&site=${SITE}&redirect=https://evil.example/`),
      await browser({ dest: 'iframe' }).open('/auth/login'),
      await browser({ dest: 'iframe' }).open('/auth/login', { referer: 'https://evil.example/' })
    ]
    for (const page of refused)
      expect([page.status, policy(page), heading(page)]).toEqual([
        400,
        "'none'",
        'This link isn’t valid'
      ])
    expect(policy(await browser().open(`/auth/login?redirect=${SITE}/`))).toBe("'none'")
  })

  test('without cookies sends tokens only to the exact parent page, and puts no code into an address', async () => {
    const { post } = browser({ keeps: false, dest: 'iframe' })
    const fields = {
      display: 'popup',
      redirect: `${SITE}/flux?</script><script>`,
      mode: 'sign-up',
      email,
      password: PASSWORD
    }
    const done = await post(fields, frame)
    expect([done.status, policy(done)]).toEqual([200, SITE])
    expect(done.headers['cache-control']).toContain('no-store')
    const handover = JSON.parse(
      plain(/id="handover" data-message="([^"]*)"/.exec(done.text)?.[1] ?? '')
    ) as {
      parent: string
      message: { name: string; data: Record<string, unknown> }
    }
    expect(handover.parent).toBe(SITE)
    expect(handover.message).toEqual({
      name: 'login',
      data: {
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        expires_in: 3600
      }
    })
    const me = await fetch(`${studio.url}/api/v1/users/me`, {
      headers: { authorization: `Bearer ${String(handover.message.data['access_token'])}` }
    })
    expect(await me.json()).toMatchObject({ email })
  })

  test('ignores a PKCE challenge, which only a sign-in by redirect uses', async () => {
    const challenge = createHash('sha256').update('verifier').digest('base64url')
    const { post } = browser({ keeps: false, dest: 'iframe' })
    const done = await post({
      display: 'popup',
      redirect: `${SITE}/`,
      state: 'x',
      code_challenge: challenge,
      mode: 'sign-up',
      email,
      password: PASSWORD
    })
    expect([done.status, heading(done)]).toEqual([200, 'You’re signed in'])
  })
})
