import { OPTIONAL_GROUPS } from '#core/chat.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Site } from '#contract/site.ts'
import type { ProblemBody } from '#core/problem.ts'
import { addPerson } from '../support/people.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
let eve: TestPerson
let first: Site
beforeAll(async () => {
  studio = await openStudio({
    environment: { RATE_LIMITS: 'off', ALLOWED_ORIGINS: 'https://configured.example' }
  })
  ada = await person(studio)
  eve = await person(studio)
})
beforeEach(async () => {
  studio.context.clock.advance(1000)
  first = await siteOf()
})
afterAll(() => studio.close())

const call = (
  path: string,
  init: { method?: string; json?: unknown } = {},
  who: TestPerson | null = ada
): Promise<Response> =>
  studio.call(`/api/v1/sites/${path}`, {
    ...init,
    ...(who !== null && { token: who.token.access_token })
  })
const siteOf = async (origin = BASE, who: TestPerson | null = ada): Promise<Site> => {
  const { items } = await json<{ items: Site[] }>(
    call(`?${new URLSearchParams({ origin })}`, {}, who)
  )
  const [site] = items
  if (site === undefined) throw new Error(`no site of ${origin}`)
  return site
}
const put = (body: unknown, who = ada, id = first.id): Promise<Response> =>
  call(id, { method: 'PUT', json: body }, who)
const create = (body: unknown, who = ada): Promise<Response> => call('', { json: body }, who)
const problem = async (answer: Promise<Response>): Promise<unknown[]> => {
  const { status, body } = await answer.then(async each => ({
    status: each.status,
    body: (await each.json()) as ProblemBody
  }))
  return [
    status,
    body.code,
    ...(body.error.issues ?? []).map(issue => `${issue.field} ${issue.code}`)
  ]
}
const idOf = (who: TestPerson): string => who.application.user_id

describe('a site', () => {
  test('is public by its origin and its id, without its admins', async () => {
    expect(first).toMatchObject({
      admins: [idOf(ada)],
      login: 'redirect',
      dated: false,
      margin: 0,
      switched_off: OPTIONAL_GROUPS,
      version: expect.any(Number)
    })
    for (const who of [eve, null]) {
      expect(await siteOf(BASE, who)).toEqual({ ...first, admins: [] })
      expect(await json(call(first.id, {}, who))).toEqual({ ...first, admins: [] })
    }
    expect(await json(call('?origin=https://nobody.example'))).toEqual({
      items: [],
      count: 0,
      demo: true
    })
    expect(await problem(call(crypto.randomUUID()))).toEqual([404, 'not_found'])
    expect(JSON.stringify(await json(call(first.id, {}, null)))).not.toContain(idOf(ada))
  })

  test('is changed by its admins, field by field or as a whole', async () => {
    const fields = {
      title: 'Muses',
      description: 'Pictures,\nand songs',
      keywords: ['art', 'song'],
      favicon: 'https://pictures.example/icon.png',
      logo: '/files/abc_DEF-1',
      accent: '#1a2b3c',
      features: {
        flux: { enabled: true },
        support: { discord: { enabled: true, url: 'https://discord.example/x' } }
      },
      distribution: { force_inviter_id: null, default_inviter_id: idOf(eve) },
      login: 'popup',
      margin: 0.25
    }
    const changed = await json<Site>(put({ ...fields, accent: '#1A2B3C' }))
    expect(changed).toMatchObject({ ...fields, version: first.version + 1 })
    const whole = await json<Site>(
      put({
        ...changed,
        description: '',
        id: 'x',
        created_at: 'x',
        switched_off: ['chat'],
        user: {}
      })
    )
    expect(whole).toEqual({
      ...changed,
      description: '',
      version: changed.version + 1,
      updated_at: expect.any(String)
    })
    expect(await siteOf()).toEqual(whole)
    const cleared = {
      title: '',
      keywords: [],
      favicon: '',
      logo: '',
      accent: '',
      login: 'redirect',
      margin: 0
    }
    expect(await json(put({ ...cleared, distribution: { default_inviter_id: '' } }))).toMatchObject(
      {
        ...cleared,
        distribution: { force_inviter_id: null, default_inviter_id: null }
      }
    )
  })

  test('has switches that change one by one, and null removes one', async () => {
    await json(put({ features: { suno: { enabled: false }, custom: { any: [1] } } }))
    expect(
      (await json<Site>(put({ features: { luma: { enabled: true }, custom: null } }))).features
    ).toEqual({
      ...first.features,
      suno: { enabled: false },
      luma: { enabled: true }
    })
    await json(put({ features: { suno: null, luma: null } }))
  })

  test('is not overwritten by an admin who read an older version', async () => {
    const { version } = first
    expect(await json(put({ title: 'One', version }))).toMatchObject({ version: version + 1 })
    const late = await put({ title: 'Two', version })
    expect(await late.clone().json()).toMatchObject({
      detail: expect.stringContaining(`version ${version + 1}`)
    })
    expect(await problem(Promise.resolve(late))).toEqual([409, 'duplication', 'version outdated'])
    expect(await siteOf()).toMatchObject({ title: 'One' })
    // Without a version, both changes are accepted, since they change different fields.
    await Promise.all([put({ title: 'Three' }), put({ accent: '#ffffff' })])
    expect(await siteOf()).toMatchObject({
      title: 'Three',
      accent: '#ffffff',
      version: version + 3
    })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        put({ title: `Race ${index}`, version: version + 3 })
      )
    )
    expect(answers.filter(answer => answer.ok)).toHaveLength(1)
    expect(answers.filter(answer => answer.status === 409)).toHaveLength(19)
  })

  test('is changed by nobody else', async () => {
    expect(await problem(put({ title: 'Mine' }, eve))).toEqual([404, 'not_found'])
    expect(await problem(call(first.id, { method: 'PUT', json: { title: 'Mine' } }, null))).toEqual(
      [401, 'invalid_token']
    )
    expect(await problem(put({ title: 'x' }, ada, crypto.randomUUID()))).toEqual([404, 'not_found'])
    expect(await siteOf()).toEqual(first)
  })

  test('can lose an admin when another one stays', async () => {
    const [a, e] = [idOf(ada), idOf(eve)]
    expect(await problem(put({ admins: [] }))).toEqual([400, 'bad_request', 'admins required'])
    expect(await problem(put({ admins: [a, 'nobody'] }))).toEqual([
      400,
      'bad_request',
      'admins.1 not_allowed'
    ])
    expect(await json(put({ admins: [a, e, a] }))).toMatchObject({ admins: [a, e] })
    await json(put({ title: 'Of Eve' }, eve))
    expect(await json(put({ admins: [e] }))).toMatchObject({ admins: [] })
    expect(await problem(put({ title: 'x' }))).toEqual([404, 'not_found'])
    await json(put({ admins: [a] }, eve))
    expect(await siteOf()).toMatchObject({ admins: [a] })
  })

  test('keeps an inviter whose account is deleted, and accepts no unknown one', async () => {
    const gone = await addPerson(studio.context, 'Gone')
    await json(put({ distribution: { force_inviter_id: gone } }))
    await studio.context.database.db.deleteFrom('user').where('id', '=', gone).execute()
    const site = await siteOf()
    expect(await json(put({ ...site, title: 'Again' }))).toMatchObject({
      distribution: { force_inviter_id: gone }
    })
    expect(await problem(put({ distribution: { default_inviter_id: 'nobody' } }))).toEqual([
      400,
      'bad_request',
      'distribution.default_inviter_id not_allowed'
    ])
    await json(put({ distribution: { force_inviter_id: null } }))
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['a script as an icon', { favicon: 'javascript:alert(1)' }, 'favicon invalid'],
    ['a picture as a text', { logo: 'data:image/svg+xml,<svg onload=alert(1)>' }, 'logo invalid'],
    ['a disguised host', { logo: '//evil.example/a.png' }, 'logo invalid'],
    ['an address with a user name', { logo: 'https://user:pass@a.example/' }, 'logo invalid'],
    ['an address with a line break', { favicon: 'https://a.example/\nx' }, 'favicon invalid'],
    ['another page of the studio', { favicon: '/auth/logout' }, 'favicon invalid'],
    ['a path with dots', { favicon: '/files/../auth/logout' }, 'favicon invalid'],
    [
      'a script as support link',
      { features: { support: { discord: { url: 'JavaScript:alert(1)' } } } },
      'features.support.discord.url invalid'
    ],
    [
      'a script deep in a list',
      { features: { x: { z: [{ y: { qr: 'data:text/html,x' } }] } } },
      'features.x.z.0.y.qr invalid'
    ],
    ['too many switches', { features: { x: { y: 'x'.repeat(20_000) } } }, 'features invalid'],
    ['a color name', { accent: 'red' }, 'accent invalid'],
    ['a color with more text', { accent: '#ffffff;}' }, 'accent invalid'],
    ['a title of two lines', { title: 'a\nb' }, 'title invalid'],
    ['a long title', { title: 'x'.repeat(101) }, 'title too_long'],
    ['keywords as a text', { keywords: 'a,b' }, 'keywords wrong_type'],
    ['too many keywords', { keywords: Array.from({ length: 51 }, () => 'x') }, 'keywords too_many'],
    ['a negative margin', { margin: -0.1 }, 'margin too_small'],
    ['a margin that is too large', { margin: 5.1 }, 'margin too_large'],
    ['a margin as a text', { margin: '0.2' }, 'margin wrong_type'],
    ['an unknown sign-in method', { login: 'carrier pigeon' }, 'login not_allowed'],
    ['half a date', { dated: 1 }, 'dated wrong_type'],
    ['admins as a text', { admins: 'me' }, 'admins wrong_type']
  ])('refuses %s and changes nothing', async (_, body, issue) => {
    expect(await problem(put({ title: 'changed', ...body }))).toEqual([400, 'bad_request', issue])
    expect(await siteOf()).toEqual(first)
  })

  test('accepts no keys that are names of an object’s prototype, and has a size limit', async () => {
    const body =
      '{"features":{"__proto__":{"enabled":false},"constructor":{"prototype":{"x":1}}},"__proto__":{"title":"x"}}'
    const token = ada.token.access_token
    const headers = { 'content-type': 'application/json' }
    expect(
      (await studio.call(`/api/v1/sites/${first.id}`, { method: 'PUT', body, token, headers }))
        .status
    ).toBeLessThan(500)
    expect(Reflect.get({}, 'enabled')).toBeUndefined()
    for (const name of ['a', 'b'])
      await json(put({ features: { [name]: { text: 'x'.repeat(15_000) } } }))
    expect(await problem(put({ features: { c: { text: 'x'.repeat(15_000) } } }))).toEqual([
      400,
      'bad_request',
      'features too_large'
    ])
    await json(put({ features: { a: null, b: null, constructor: null } }))
  })
})

describe('another site', () => {
  test('is added by an operator, and its origin is registered from then on', async () => {
    const origin = 'https://second.example'
    const asPage = (): Promise<Response> =>
      studio.call('/api/v1/users/me', { token: ada.token.access_token, headers: { origin } })
    expect((await asPage()).headers.get('access-control-allow-origin')).toBeNull()
    expect(await problem(create({ origin }, eve))).toEqual([403, 'forbidden'])
    const made = await json<Site>(
      create({ origin, title: 'Second', admins: [idOf(ada), idOf(eve)], margin: 1 })
    )
    expect(made).toMatchObject({
      origin,
      title: 'Second',
      margin: 1,
      admins: [idOf(ada), idOf(eve)]
    })
    expect((await asPage()).headers.get('access-control-allow-origin')).toBe(origin)
    expect(await siteOf(`${origin}/de/flux`, null)).toMatchObject({ id: made.id })
    expect(await problem(create({ origin }))).toEqual([409, 'duplication', 'origin taken'])
    expect(await problem(create({ origin: 'http://second.example/' }))).toEqual([
      409,
      'duplication',
      'origin taken'
    ])
    const many = await Promise.all(
      Array.from({ length: 20 }, () => create({ origin: 'https://race.example' }))
    )
    expect(many.filter(answer => answer.ok)).toHaveLength(1)
    expect(many.filter(answer => answer.status === 409)).toHaveLength(19)
    // An admin of only the second site changes only that site, and cannot move it.
    await json(put({ title: 'Of Eve' }, eve, made.id))
    expect(await problem(put({ origin: 'https://third.example' }, eve, made.id))).toEqual([
      403,
      'forbidden',
      'origin not_allowed'
    ])
    expect(await problem(put({ title: 'x' }, eve))).toEqual([404, 'not_found'])
    expect(await problem(put({ origin: 'https://race.example' }, ada, made.id))).toEqual([
      409,
      'duplication',
      'origin taken'
    ])
    expect(await json(put({ origin: 'https://third.example' }, ada, made.id))).toMatchObject({
      origin: 'https://third.example'
    })
    expect((await asPage()).headers.get('access-control-allow-origin')).toBeNull()
  })

  test('may have a configured origin, an international one, or a port', async () => {
    expect(await json(create({ origin: 'https://configured.example/' }))).toMatchObject({
      origin: 'https://configured.example'
    })
    expect(await json(create({ origin: 'https://Bücher.example' }))).toMatchObject({
      origin: 'https://xn--bcher-kva.example'
    })
    expect(await json(create({ origin: 'http://studio.example:8080' }))).toMatchObject({
      origin: 'http://studio.example:8080'
    })
    expect(await problem(create({ origin: 'http://localhost:9999' }))).toEqual([
      409,
      'duplication',
      'origin taken'
    ])
  })

  test.each([
    ['https://', 'domain_too_short'],
    [`https://${'a.'.repeat(115)}${'b'.repeat(16)}`, 'accepted'],
    ['https://-a.example', 'label_starts_with_dash'],
    ['https://a-.example', 'label_ends_with_dash'],
    [`https://${'a'.repeat(64)}.example`, 'label_too_long'],
    ['https://a..example', 'label_too_short'],
    ['https://*.example', 'label_invalid_chars'],
    ['https://user@a.example', 'label_invalid_chars'],
    ['https://user:pass@a.example', 'invalid'],
    ['https://a.example/path', 'invalid'],
    ['https://a.example?x', 'invalid'],
    ['https://a.example\\@b.example', 'label_invalid_chars'],
    ['a.example', 'invalid'],
    ['null', 'invalid'],
    ['javascript:alert(1)', 'invalid'],
    ['ftp://a.example', 'invalid']
  ])('%s: %s', async (origin, code) => {
    const answer = await create({ origin })
    if (code === 'accepted') expect(answer.status).toBe(200)
    else
      expect(await problem(Promise.resolve(answer))).toEqual([400, 'bad_request', `origin ${code}`])
  })
})

test('a host name with a date belongs to the same site, if the site allows dated hosts', async () => {
  const origin = 'https://dated.example'
  const { id } = await json<Site>(create({ origin }))
  const asked = 'https://20261121.dated.example'
  expect(await json(call(`?origin=${asked}`))).toMatchObject({ count: 0 })
  expect(await json(put({ dated: true }, ada, id))).toMatchObject({ dated: true })
  expect(await siteOf(asked)).toMatchObject({ id, origin })
  const answer = await studio.call('/api/v1/users/me', {
    token: ada.token.access_token,
    headers: { origin: asked }
  })
  expect(answer.headers.get('access-control-allow-origin')).toBe(asked)
  const signIn = await json<{ location: string }>(
    studio.call('/auth/authorize', {
      json: { redirect: `${asked}/de/flux` },
      headers: { cookie: ada.cookie }
    })
  )
  expect(new URL(signIn.location).origin).toBe(asked)
  await json(put({ dated: false }, ada, id))
  expect(await json(call(`?origin=${asked}`))).toMatchObject({ count: 0 })
})
