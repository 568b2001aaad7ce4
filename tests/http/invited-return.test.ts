import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase } from '#servers/lib/database/database.ts'
import { field, location, openBrowser, type PlainBrowser } from '../support/plain-browser.ts'
import { startStudio } from '../support/process.ts'

let studio: Awaited<ReturnType<typeof startStudio>>
beforeAll(async () => {
  studio = await startStudio({ RATE_LIMITS: 'off' })
})
afterAll(() => studio.stop())

const PASSWORD = 'correct horse battery'
let people = 0

/** Signs up on the requested login page. @returns the email address */
async function signUp(browser: PlainBrowser, path: string): Promise<string> {
  const email = `invited-${++people}@example.com`
  const page = await browser.open(path)
  const names = ['redirect', 'inviter_id'].filter(name => field(page, name) !== '')
  const kept = Object.fromEntries(names.map(name => [name, field(page, name)]))
  const done = await browser.post({ ...kept, email, password: PASSWORD, mode: 'sign-up' })
  expect(new URL(location(done)).searchParams.has('code')).toBe(true)
  return email
}

async function readInviter(email: string): Promise<string | null | undefined> {
  const database = connectDatabase({ url: studio.store.databaseUrl, dataDir: studio.store.dataDir })
  const invited = database.db.selectFrom('profile').innerJoin('user', 'user.id', 'profile.user_id')
  const row = await invited
    .select('profile.inviter_id')
    .where('user.email', '=', email)
    .executeTakeFirst()
  await database.close()
  return row?.inviter_id
}

async function addUser(): Promise<string> {
  const email = await signUp(
    openBrowser({ url: studio.url }),
    `/auth/login?redirect=${studio.url}/flux`
  )
  const database = connectDatabase({ url: studio.store.databaseUrl, dataDir: studio.store.dataDir })
  const { id } = await database.db
    .selectFrom('user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await database.close()
  return id
}

describe('the inviter is read from the return address of a sign-in', () => {
  test('as the original front end sends it: the whole address, unencoded, after a sign-out', async () => {
    const ada = await addUser()
    const browser = openBrowser({ url: studio.url })
    const login = `${studio.url}/auth/login?redirect=${studio.url}/flux?inviter_id=${ada}`
    const out = await browser.open(`/auth/logout?redirect=${login}`)
    expect(await readInviter(await signUp(browser, location(out).replace(studio.url, '')))).toBe(
      ada
    )
  })

  test('encoded, and inside the callback address', async () => {
    const ada = await addUser()
    const page = `/de/flux?x=1&inviter_id=${ada}`
    const callback = `${studio.url}/auth/callback?${new URLSearchParams({ redirect: page })}`
    for (const redirect of [studio.url + page, callback])
      expect(
        await readInviter(
          await signUp(
            openBrowser({ url: studio.url }),
            `/auth/login?${new URLSearchParams({ redirect })}`
          )
        )
      ).toBe(ada)
  })

  test('before an older cookie is used, but after the parameter of the login page', async () => {
    const [ada, bob, cleo] = [await addUser(), await addUser(), await addUser()]
    const redirect = `${studio.url}/flux?inviter_id=${bob}`
    for (const [question, inviter] of [
      [{ redirect }, bob],
      [{ redirect, inviter_id: cleo }, cleo],
      [{ redirect: `${studio.url}/flux` }, ada]
    ] as const) {
      const browser = openBrowser({ url: studio.url })
      await browser.open(`/flux?inviter_id=${ada}`)
      expect(
        await readInviter(await signUp(browser, `/auth/login?${new URLSearchParams(question)}`))
      ).toBe(inviter)
    }
  })

  test.each(['', 'a b', '<script>', 'x'.repeat(65), 'nobody'])('and %j names nobody', async id => {
    const redirect = `${studio.url}/flux?inviter_id=${encodeURIComponent(id)}`
    expect(
      await readInviter(
        await signUp(
          openBrowser({ url: studio.url }),
          `/auth/login?${new URLSearchParams({ redirect })}`
        )
      )
    ).toBeNull()
  })
})
