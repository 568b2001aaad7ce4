import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProblemBody } from '#core/problem.ts'
import { RATE_LIMITS } from '#servers/lib/rate-limit.ts'
import { json, LOCAL, openStudio, person, signUp, type TestStudio } from '../support/studio.ts'

const PASSWORD = 'correct horse battery'
const at = (address: string) => ({ peer: { address, forwarded: false } })

let studio: TestStudio
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  studio = await openStudio()
})
afterEach(async () => {
  vi.useRealTimers()
  await studio.close()
})

const signIn = (
  email: string,
  password: string,
  address = LOCAL.address,
  headers: Record<string, string> = {}
): Promise<Response> =>
  studio.call('/api/auth/sign-in/email', { json: { email, password }, headers, ...at(address) })

/** Calls until it is refused. @returns the number of calls that passed, and the refusal */
async function flood(
  call: () => Promise<Response>,
  most = 2000
): Promise<{ passed: number; refusal: Response }> {
  for (let passed = 0; passed < most; passed++) {
    const answer = await call()
    if (answer.status === 429) return { passed, refusal: answer }
    await answer.body?.cancel()
  }
  throw new Error(`${most} calls passed`)
}

test('a caller may begin 60 runs a minute, read 1200 times and write 300 times', () => {
  const { spend, read, write } = RATE_LIMITS
  expect([spend, read, write]).toMatchObject([
    { points: 60, seconds: 60 },
    { points: 1200, seconds: 60 },
    { points: 300, seconds: 60 }
  ])
})

describe('a sign-in', () => {
  test('is limited to ten a minute per address, with a message in the user’s language', async () => {
    const email = 'ada@example.com'
    await signUp(studio, email)
    const { passed, refusal } = await flood(() =>
      signIn(email, PASSWORD, LOCAL.address, { 'accept-language': 'de' })
    )
    expect(passed).toBe(9)
    const wait = Number(refusal.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    const body = (await refusal.json()) as ProblemBody
    expect(body).toMatchObject({
      success: false,
      code: 'too_many_requests',
      trace_id: refusal.headers.get('x-trace-id')
    })
    expect(body.error.message).toMatch(/Anfragen/)
    expect(JSON.stringify(body)).not.toContain(LOCAL.address)

    expect((await signIn(email, PASSWORD, '192.0.2.7')).status).toBe(200)
    vi.setSystemTime(Date.now() + wait * 1000)
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })

  test('is refused for one account after five wrong passwords from anywhere', async () => {
    await signUp(studio, 'ada@example.com')
    await signUp(studio, 'eve@example.com')
    for (let time = 0; time < 5; time++)
      expect((await signIn('ada@example.com', 'not this one', `192.0.2.${time}`)).status).toBe(400)
    const refusal = await signIn('Ada@example.com', PASSWORD, '192.0.2.99')
    expect([refusal.status, Number(refusal.headers.get('retry-after'))]).toEqual([429, 900])
    expect((await signIn('eve@example.com', PASSWORD)).status).toBe(200)
    vi.setSystemTime(Date.now() + 900_000)
    expect((await signIn('ada@example.com', PASSWORD)).status).toBe(200)
  })

  test('has the same limit for unknown accounts', async () => {
    for (let time = 0; time < 5; time++)
      expect((await signIn('nobody@example.com', 'not this one', `192.0.2.${time}`)).status).toBe(
        400
      )
    expect((await signIn('nobody@example.com', 'not this one', '192.0.2.9')).status).toBe(429)
  })
})

test('password guesses on other routes share the limit of the login page', async () => {
  const cookie = await signUp(studio, 'ada@example.com')
  let address = 0
  const guess = (path: string, body: object): Promise<Response> =>
    studio.call(`/api/auth/${path}`, {
      json: body,
      headers: { cookie },
      ...at(`192.0.2.${++address}`)
    })
  const change = (
    currentPassword: string,
    newPassword = 'another horse battery'
  ): Promise<Response> => guess('change-password', { currentPassword, newPassword })
  for (let time = 0; time < 6; time++)
    expect((await change(PASSWORD, 'short')).status, 'no guess').toBe(400)
  const wrong = { password: 'not this one' }
  for (const path of [
    'two-factor/enable',
    'two-factor/disable',
    'two-factor/generate-backup-codes',
    'two-factor/enable'
  ])
    expect((await guess(path, wrong)).status, path).toBe(400)
  expect((await change('not this one')).status).toBe(400)
  for (const refusal of [
    await guess('two-factor/enable', { password: PASSWORD }),
    await change(PASSWORD)
  ])
    expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, '900'])
  expect((await signIn('ada@example.com', PASSWORD, '192.0.2.99')).status).toBe(429)
})

describe('emails', () => {
  const PATHS = ['request-password-reset', 'sign-in/magic-link', 'send-verification-email']
  const outbox = async (to: string): Promise<number> => {
    const folder = join(studio.context.config.dataDir, 'outbox')
    const mails = await Promise.all(
      (await readdir(folder)).map(name => readFile(join(folder, name), 'utf8'))
    )
    return mails.filter(mail => mail.startsWith(`To: ${to}\r\n`)).length
  }

  test('go to one address five times an hour, and a sixth request gets the same answer as the first', async () => {
    await signUp(studio, 'ada@example.com')
    await signUp(studio, 'eve@example.com')
    const ask = async (path: string, email: string, address: string): Promise<[number, string]> => {
      const answer = await studio.call(`/api/auth/${path}`, { json: { email }, ...at(address) })
      return [answer.status, (await answer.text()).replace(email, '…')]
    }
    const answers = new Map<string, [number, string]>()
    for (let round = 0; round < 4; round++) {
      // Each request takes half a second, whether or not the address has an account, so send them
      // at once.
      const to = round % 2 === 0 ? 'ada@example.com' : 'Ada@example.com'
      const requests = PATHS.map(
        async path => [path, await ask(path, to, `192.0.2.${round}`)] as const
      )
      for (const [path, answer] of await Promise.all(requests)) {
        expect(answer).toEqual(answers.get(path) ?? answer)
        answers.set(path, answer)
      }
    }
    expect((await outbox('ada@example.com')) + (await outbox('Ada@example.com'))).toBe(5)
    await ask('request-password-reset', 'eve@example.com', '192.0.2.9')
    expect(await outbox('eve@example.com')).toBe(2)
    vi.setSystemTime(Date.now() + 3_600_001)
    await ask('request-password-reset', 'ada@example.com', '192.0.2.9')
    expect(await outbox('ada@example.com')).toBeGreaterThan(0)
    expect((await outbox('ada@example.com')) + (await outbox('Ada@example.com'))).toBe(6)
  })
})

test('code exchanges are limited to sixty a minute per address', async () => {
  const { passed } = await flood(() =>
    studio.call('/oauth2/v1/token', { json: { code: 'made-up' } })
  )
  expect(passed).toBe(60)
})

describe('with low limits', () => {
  const FEW = {
    ...RATE_LIMITS,
    read: { points: 6, seconds: 60, of: 'caller' },
    write: { points: 4, seconds: 60, of: 'caller' },
    spend: { points: 2, seconds: 60, of: 'caller' }
  } as const
  let few: TestStudio
  beforeEach(async () => {
    few = await openStudio({ limitTable: FEW })
  })
  afterEach(() => few.close())

  test('a flood of calls by one user stops neither another user nor a key of the first one', async () => {
    const [ada, eve] = [await person(few), await person(few)]
    const me = (token: string): Promise<Response> => few.call('/api/v1/users/me', { token })
    const { passed } = await flood(() => me(ada.token.access_token))
    expect(passed).toBe(6)
    expect((await me(eve.token.access_token)).status).toBe(200)
    expect((await few.call('/files', { token: ada.credential.token })).status).toBe(200)
  })

  test('asking counts as spending, and reading does not', async () => {
    const { credential } = await person(few)
    const conversations = (body: object): Promise<Response> =>
      few.call('/aichat/conversations', { token: credential.token, json: body })
    const ask = () => conversations({ model: 'gpt-5-all', question: 'hi [sandbox:tokens=5]' })
    const { passed } = await flood(ask)
    expect(passed).toBe(2)
    const { total } = await json<{ total: number }>(conversations({ action: 'retrieve_batch' }))
    expect(total).toBe(2)
  })

  test('polling tasks counts as reading', async () => {
    const { credential } = await person(few)
    const { passed } = await flood(() =>
      few.call('/midjourney/tasks', { token: credential.token, json: { action: 'retrieve_batch' } })
    )
    expect(passed).toBe(6)
  })

  test('a call without a valid token counts for its IP address', async () => {
    const sites = (address: string): Promise<Response> => few.call('/api/v1/sites', at(address))
    expect((await flood(() => sites('192.0.2.1'))).passed).toBe(6)
    expect((await sites('192.0.2.2')).status).toBe(200)
    const guess = (): Promise<Response> =>
      few.call('/api/v1/users/me', { token: `pm_${crypto.randomUUID()}`, ...at('192.0.2.3') })
    expect((await flood(guess)).passed).toBe(6)
  })

  test('health checks are not limited', async () => {
    for (let time = 0; time < 10; time++) expect((await few.call('/readyz')).status).toBe(200)
  })
})

test('an operator can switch the limits off', async () => {
  const free = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  for (let time = 0; time < 12; time++) await expect(signUp(free)).resolves.toBeTruthy()
  await free.close()
})
