import { expect, test } from 'vitest'
import { planState } from '#client/plan-state.ts'
import { listPageNumber, readPlans } from '#sections/shared/applications.ts'

const session = { access_token: 'secret', expires_in: 60 }
const hub = (fetch: () => Promise<Response>) => ({
  fetch,
  locale: 'de' as const,
  session: session as never
})

test("plans are requested as their user, in the user's language", async () => {
  const asked: { path: string; headers: Headers }[] = []
  const fetch = (_part: string, path: string, init?: RequestInit) => {
    asked.push({ path, headers: new Headers(init?.headers) })
    return Promise.resolve(Response.json({ items: [], count: 0 }))
  }
  const list = await readPlans(
    { ...hub(() => Promise.reject(new Error('unused'))), fetch },
    { limit: '12', offset: '24' }
  )
  expect(list).toEqual({ status: 'success', value: { items: [], count: 0 } })
  expect(asked[0]?.path).toBe('/api/v1/applications/?ordering=-created_at&limit=12&offset=24')
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer secret')
  expect(asked[0]?.headers.get('accept-language')).toBe('de')
})

test('the frame and the page load the same plans once', async () => {
  let calls = 0
  const one = hub(() => Promise.resolve(Response.json({ items: [], count: ++calls })))
  const [frame, page] = await Promise.all([
    readPlans(one, { limit: '100' }),
    readPlans(one, { limit: '100' })
  ])
  expect(frame).toBe(page)
  expect(await readPlans(one, { limit: '12' })).toMatchObject({ value: { count: 2 } })
})

test('a refusal and an unreachable platform are problems, not crashes', async () => {
  const refused = await readPlans(
    hub(() =>
      Promise.resolve(
        Response.json({ error: { code: 'token_expired', message: 'x' } }, { status: 401 })
      )
    ),
    {}
  )
  expect(refused).toMatchObject({
    status: 'error',
    problem: { code: 'token_expired', status: 401 }
  })
  const away = await readPlans(
    hub(() => Promise.reject(new TypeError('no'))),
    {}
  )
  expect(away).toMatchObject({ status: 'error', problem: { code: 'unknown' } })
})

test('a plan tells whether it is usable, and why not', () => {
  const now = Date.parse('2026-11-21T00:00:00Z')
  const plan = { remaining_amount: 1, used_amount: 2, expired_at: null, free: 'granted' as const }
  expect(planState(plan, now)).toBe('active')
  expect(planState({ ...plan, remaining_amount: 0 }, now)).toBe('used_up')
  expect(planState({ ...plan, remaining_amount: 0, used_amount: 0, free: 'none' }, now)).toBe(
    'empty'
  )
  expect(planState({ ...plan, remaining_amount: 0, free: 'needs_verified_email' }, now)).toBe(
    'unverified'
  )
  expect(planState({ ...plan, expired_at: '2026-11-20T00:00:00Z' }, now)).toBe('expired')
  expect(planState({ ...plan, expired_at: '2026-11-22T00:00:00Z' }, now)).toBe('active')
})

test('an invalid page number becomes the first page', () => {
  const page = (query: string): number => listPageNumber(new URL(`http://x/${query}`))
  expect([
    page(''),
    page('?page=3'),
    page('?page=-1'),
    page('?page=1e99'),
    page('?page=x'),
    page('?page=1.5')
  ]).toEqual([1, 3, 1, 1, 1, 1])
})
