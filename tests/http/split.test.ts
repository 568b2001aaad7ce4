import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { freshStore } from '../support/database.ts'
import { startProcess, visit } from '../support/process.ts'

/** A free port: two processes must know each other's address before they start. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

test('the parts run in separate processes on one PostgreSQL, and with SQLite the start explains the need', async () => {
  const store = await freshStore(undefined, true)
  if (store.databaseUrl === null) {
    const alone = startProcess({ PARTS: 'hub', DATA_DIR: store.dataDir })
    expect(await alone.exited).toBe(1)
    expect(alone.output()).toMatch(
      /PARTS=hub splits Polymuse over processes, which need the same DATABASE_URL and SECRET/
    )
    return store.remove()
  }
  const [front, back] = [await freePort(), await freePort()]
  const hub = `http://127.0.0.1:${front}`
  const rest = `http://127.0.0.1:${back}`
  const common = {
    DATABASE_URL: store.databaseUrl,
    DATA_DIR: store.dataDir,
    SECRET: 's'.repeat(40),
    HUB_URL: hub,
    PLATFORM_URL: rest,
    AUTH_URL: rest,
    API_URL: rest
  }
  const servers = startProcess({ ...common, PORT: String(back), PARTS: 'platform,auth,api' })
  await servers.said(/Polymuse is at (\S+)/)
  const site = startProcess({ ...common, PORT: String(front), PARTS: 'hub' })
  await site.said(/Polymuse is at (\S+)/)

  const page = await visit(`${hub}/chatgpt/conversations`)
  expect([page.status, page.text.includes('gpt-5')]).toEqual([200, true])
  expect(String(page.headers['content-security-policy'])).toContain(rest)
  expect((await visit(`${hub}/api/v1/users/me`)).status).toBe(404)
  // Of the platform's routes, the hub's host has only the short links, which redirect to the
  // platform.
  const short = await visit(`${hub}/s/abcd1234?x=1`)
  expect([short.status, short.headers['location']]).toEqual([302, `${rest}/s/abcd1234`])
  expect((await visit(`${hub}/s/abcd1234/more`)).status).toBe(404)
  expect((await visit(`${rest}/flux`)).status).toBe(404)
  expect((await visit(`${rest}/auth/login`)).status).toBe(200)

  const json = { 'content-type': 'application/json' }
  const signed = await visit(`${rest}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' })
  })
  const cookie = String([signed.headers['set-cookie'] ?? []].flat()[0]).split(';', 1)[0] ?? ''
  const login = await visit(`${rest}/auth/login?redirect=${hub}/console/applications`, {
    headers: { cookie }
  })
  const landed = await visit(String(login.headers['location']))
  const session = String([landed.headers['set-cookie'] ?? []].flat()[0]).split(';', 1)[0] ?? ''
  expect([landed.status, session.startsWith('SESSION=')]).toEqual([302, true])
  const console = await visit(`${hub}/console/applications`, { headers: { cookie: session } })
  expect([console.status, console.text.includes('ada@example.com')]).toEqual([200, true])
  const asked = await visit(`${hub}/auth/session`, {
    method: 'POST',
    headers: { cookie: session, origin: hub }
  })
  expect(JSON.parse(asked.text)).toMatchObject({ user: { email: 'ada@example.com' } })
  // The body is not encoded, and browsers would decode it if this header were set.
  expect(asked.headers['content-encoding']).toBeUndefined()
  expect(
    (
      await visit(`${hub}/auth/session`, {
        method: 'POST',
        headers: { cookie: session, origin: 'https://evil.example' }
      })
    ).status
  ).toBe(404)

  const framed = await visit(`${rest}/auth/login?redirect=${hub}/`, { headers: { cookie } })
  const code = new URL(String(framed.headers['location'])).searchParams.get('code')
  const tokens = await visit(`${rest}/oauth2/v1/token`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ code })
  })
  const { refresh_token } = JSON.parse(tokens.text) as { refresh_token: string }
  const taken = await visit(`${hub}/auth/session`, {
    method: 'POST',
    headers: { ...json, origin: hub },
    body: JSON.stringify({ refresh_token })
  })
  expect([taken.status, String(taken.headers['set-cookie']).startsWith('SESSION=')]).toEqual([
    200,
    true
  ])

  for (const started of [site, servers]) {
    started.child.kill('SIGTERM')
    expect(await started.exited).toBe(0)
  }
  await store.remove()
})
