import type { APIContext } from 'astro'
import { expect, test } from 'vitest'
import { takeNewToken, redirectToNewToken } from '#sections/console/new-token.server.ts'
import { createSecrets } from '#servers/lib/secrets.ts'

const { seal, open } = createSecrets('s'.repeat(32))
const KEY = { id: 'k-1', name: 'Backend', host: '', token: 'pm_secret' }
type Jar = Map<string, string>

/** A request of a user for a page, from a browser with these cookies. */
function page(jar: Jar, query = '', user: string | null = 'u1', set: object[] = []) {
  const cookies = {
    get: (name: string) => (jar.has(name) ? { value: jar.get(name) } : undefined),
    set: (name: string, value: string, options: object) =>
      void (jar.set(name, value), set.push(options)),
    delete: (name: string) => void jar.delete(name)
  }
  const hub = {
    url: new URL(`https://studio.example/keys${query}`),
    session: user === null ? null : { user: { id: user } }
  }
  return { cookies, locals: { hub, mount: { seal, open } } } as unknown as APIContext
}
const made = async (jar: Jar, set: object[] = []) =>
  redirectToNewToken(
    page(jar, '', 'u1', set),
    '/keys'
  )(Response.json({ ...KEY, used_amount: 0 }, { status: 200 }))

test('a token reaches its page sealed and hidden from scripts, and is shown once', async () => {
  const [jar, set]: [Jar, object[]] = [new Map(), []]
  expect(await made(jar, set)).toBe('/keys?made=k-1#made')
  expect([...jar.values()].join('')).not.toContain(KEY.token)
  expect(set).toEqual([{ path: '/', httpOnly: true, sameSite: 'lax', secure: true, maxAge: 120 }])
  expect(takeNewToken(page(jar))).toBeNull()
  expect(takeNewToken(page(jar, '?made=k-1'))).toEqual(KEY)
  expect([takeNewToken(page(jar, '?made=k-1')), jar.size]).toEqual([null, 0])
})

test('two tokens made at the same time do not hide each other', async () => {
  const jar: Jar = new Map()
  await made(jar)
  const other = { ...KEY, id: 'k-2', token: 'pm_other' }
  await redirectToNewToken(page(jar), '/keys')(Response.json(other))
  expect([
    takeNewToken(page(jar, '?made=k-1'))?.token,
    takeNewToken(page(jar, '?made=k-2'))?.token
  ]).toEqual(['pm_secret', 'pm_other'])
})

test('the page shows neither another user’s token nor a forged cookie', async () => {
  for (const user of ['u2', null]) {
    const jar: Jar = new Map()
    await made(jar)
    expect(takeNewToken(page(jar, '?made=k-1', user))).toBeNull()
  }
  const sealed = (value: unknown): string => seal(JSON.stringify(value))
  for (const box of [
    '',
    'x',
    'a.b.c',
    sealed(null),
    sealed({ ...KEY }),
    sealed({ ...KEY, user: 'u1', id: 'k-2' }),
    seal('no json')
  ])
    expect(takeNewToken(page(new Map([['MADE_k-1', box]]), '?made=k-1'))).toBeNull()
  expect(takeNewToken(page(new Map([['MADE_;', 'x']]), '?made=%3B'))).toBeNull()
})
