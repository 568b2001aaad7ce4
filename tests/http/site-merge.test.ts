import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Site, SiteAdminInfo } from '#contract/site.ts'
import type { ProblemBody } from '#core/problem.ts'
import { confirmEmail } from '#servers/platform/users/users.ts'
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
let bob: TestPerson
let site: Site
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
  eve = await person(studio)
  bob = await person(studio)
})
beforeEach(async () => {
  studio.context.clock.advance(1000)
  await json(call('', { method: 'PUT', json: { admins: [idOf(ada), idOf(eve)] } }))
  site = await read()
})
afterAll(() => studio.close())

const idOf = (who: TestPerson): string => who.application.user_id
const read = async (): Promise<Site> => {
  const { items } = await json<{ items: [Site] }>(
    studio.call(`/api/v1/sites/?origin=${BASE}`, { token: ada.token.access_token })
  )
  return items[0]
}
const call = async (
  path: string,
  init: { method?: string; json?: unknown; body?: FormData } = {},
  who = ada
): Promise<Response> => {
  const { id } = site ?? (await read())
  return studio.call(`/api/v1/sites/${id}${path}`, { ...init, token: who.token.access_token })
}
const put = (body: unknown, who = ada): Promise<Response> =>
  call('', { method: 'PUT', json: body }, who)
const refused = async (answer: Response): Promise<unknown[]> => {
  const { code, error } = (await answer.json()) as ProblemBody
  return [answer.status, code, ...(error.issues ?? []).map(issue => `${issue.field} ${issue.code}`)]
}

describe('two simultaneous admins', () => {
  test('change different fields of the same version, and lose nothing', async () => {
    const base = { title: site.title, accent: site.accent, description: site.description }
    const both = await Promise.all([
      put({ title: 'Of Ada', base, version: site.version }),
      put({ accent: '#123456', description: 'Of Eve', base, version: site.version }, eve)
    ])
    expect(both.map(answer => answer.status)).toEqual([200, 200])
    expect(await read()).toMatchObject({
      title: 'Of Ada',
      accent: '#123456',
      description: 'Of Eve',
      version: site.version + 2
    })
  })

  test('do not undo a change of the theme, which has three values', async () => {
    expect(site.theme).toBe('dark')
    const base = { title: site.title, theme: site.theme }
    await json(put({ theme: 'system', base }))
    await json(put({ title: 'Of Eve', theme: 'dark', base }, eve))
    expect(await read()).toMatchObject({ title: 'Of Eve', theme: 'system' })
    expect(await refused(await put({ theme: 'light', base }, eve))).toEqual([
      409,
      'duplication',
      'theme outdated'
    ])
    expect(await refused(await put({ theme: 'sepia' }))).toEqual([
      400,
      'bad_request',
      'theme not_allowed'
    ])
  })

  test('see which field the other one changed and by whom, and nothing of the refused change is stored', async () => {
    const base = { title: site.title, keywords: site.keywords }
    await json(put({ title: 'First', base }))
    const late = await put({ title: 'Second', keywords: ['late'], base }, eve)
    expect(((await late.clone().json()) as ProblemBody).detail).toMatch(
      /^title: changed in the meantime by \S/
    )
    expect(await refused(late)).toEqual([409, 'duplication', 'title outdated'])
    expect(await read()).toMatchObject({ title: 'First', keywords: site.keywords })
    const desk = await json<SiteAdminInfo>(call('/desk', {}, eve))
    expect(desk.edits).toContainEqual({
      field: 'title',
      user_id: idOf(ada),
      at: expect.any(String)
    })
    expect(desk.people).toContainEqual({
      id: idOf(ada),
      nickname: expect.any(String),
      email: ada.email
    })
    // The base equals the current value, so the admin has seen it and the change is accepted.
    expect(await json(put({ title: 'Second', base: { title: 'First' } }, eve))).toMatchObject({
      title: 'Second'
    })
  })

  test('may both set the same value, or the present one', async () => {
    const base = { description: site.description }
    await json(put({ description: 'Two\nlines', base }))
    expect((await put({ description: 'Two\r\nlines', base }, eve)).status).toBe(200)
    await json(put({ title: 'Now' }))
    expect(await json(put({ title: site.title, base: { title: site.title } }, eve))).toMatchObject({
      title: 'Now'
    })
  })

  test('change two switches, and two values of one switch, at once', async () => {
    const support = {
      email: { address: 'a@b.example' },
      discord: { url: 'https://discord.example/1' }
    }
    await json(put({ features: { support, suno: { enabled: true } } }))
    const base = { features: { support, suno: { enabled: true } } }
    const mail = { ...support, email: { address: 'new@b.example' } }
    const discord = { ...support, discord: { url: 'https://discord.example/2' } }
    await json(put({ features: { support: mail }, base }))
    await json(put({ features: { support: discord, suno: { enabled: false } }, base }, eve))
    expect((await read()).features).toMatchObject({
      support: {
        email: { address: 'new@b.example' },
        discord: { url: 'https://discord.example/2' }
      },
      suno: { enabled: false }
    })
    expect(
      await refused(
        await put({
          features: { support: { ...support, email: { address: 'x@b.example' } } },
          base
        })
      )
    ).toEqual([409, 'duplication', 'features.support.email.address outdated'])
  })

  test('one of twenty simultaneous changes of a field wins, and nineteen are refused', async () => {
    const base = { title: site.title }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        put({ title: `Race ${index}`, base }, index % 2 ? ada : eve)
      )
    )
    expect(answers.filter(answer => answer.ok)).toHaveLength(1)
    expect(answers.filter(answer => answer.status === 409)).toHaveLength(19)
  })

  test('a field without its base needs the current version', async () => {
    await json(put({ accent: '#abcdef' }))
    const body = {
      title: 'a',
      description: 'b',
      base: { title: site.title },
      version: site.version
    }
    expect(await refused(await put(body))).toEqual([409, 'duplication', 'version outdated'])
  })

  test.each([
    [{}],
    [{ title: { a: [1] } }],
    [{ title: null, __proto__: {} }],
    [{ features: 'x', distribution: [1] }]
  ])('an invalid base %j does no harm', async base => {
    const answer = await put({ title: 'x', features: {}, distribution: {}, base }, eve)
    expect([200, 409]).toContain(answer.status)
  })
})

test('languages, legal pages and contacts are stored, and unknown ones are refused', async () => {
  const fields = {
    locales: ['de', 'en'],
    terms_url: 'https://a.example/terms',
    privacy_url: 'https://a.example/privacy'
  }
  expect(await json(put(fields))).toMatchObject(fields)
  expect(await refused(await put({ locales: ['de', 'tlh'] }))).toEqual([
    400,
    'bad_request',
    'locales.1 not_allowed'
  ])
  expect(await refused(await put({ terms_url: 'javascript:alert(1)' }))).toEqual([
    400,
    'bad_request',
    'terms_url invalid'
  ])
  for (const address of [
    'a@b?bcc=c@d.example',
    'a b@c.example',
    'a@b.example\nbcc: c',
    '<a@b.example>',
    7,
    'nobody'
  ])
    expect(await refused(await put({ features: { support: { email: { address } } } }))).toEqual([
      400,
      'bad_request',
      'features.support.email.address invalid'
    ])
  await json(put({ locales: [], terms_url: '', privacy_url: '' }))
})

test('an admin is added only by a confirmed address of their own', async () => {
  const admins = [idOf(ada), idOf(eve)]
  expect(await refused(await put({ admins: [...admins, bob.email] }))).toEqual([
    400,
    'bad_request',
    'admins.2 not_allowed'
  ])
  expect(await refused(await put({ admins: [...admins, 'nobody@example.com'] }))).toEqual([
    400,
    'bad_request',
    'admins.2 not_allowed'
  ])
  await confirmEmail(studio.context.database, idOf(bob), studio.context.clock.now())
  expect(await json(put({ admins: [...admins, bob.email.toUpperCase()] }))).toMatchObject({
    admins: [...admins, idOf(bob)]
  })
  expect(await json(put({ distribution: { default_inviter_id: bob.email } }))).toMatchObject({
    distribution: { default_inviter_id: idOf(bob) }
  })
  expect((await call('/desk', {}, bob)).status).toBe(200)
  await json(put({ admins }))
  expect(await refused(await call('/desk', {}, bob))).toEqual([404, 'not_found'])
  expect(
    (await json<SiteAdminInfo>(call('/desk'))).people.find(({ id }) => id === idOf(bob))?.email
  ).toBe('')
})

test('every change of a site is in the audit log', async () => {
  await json(put({ title: 'Logged' }, eve))
  const rows = await studio.context.database.db
    .selectFrom('audit')
    .selectAll()
    .where('user_id', '=', idOf(eve))
    .execute()
  const logged = {
    path: '/api/v1/sites/{id}',
    outcome: 'done',
    changes: JSON.stringify({ title: 'Logged' })
  }
  expect(rows).toContainEqual(expect.objectContaining(logged))
})

test('the list of changes names nobody after the admin’s account is deleted', async () => {
  await json(put({ admins: [idOf(ada), idOf(eve), idOf(bob)] }))
  await json(put({ title: 'Of Bob' }, bob))
  const gone = await studio.call('/auth/account/delete', {
    json: { confirm: bob.email, password: 'correct horse battery' },
    headers: { cookie: bob.cookie }
  })
  expect(gone.status).toBe(204)
  const desk = await json<SiteAdminInfo>(call('/desk'))
  expect(JSON.stringify(desk)).not.toContain(idOf(bob))
  expect(await read()).toMatchObject({ title: 'Of Bob', admins: [idOf(ada), idOf(eve)] })
})

test('an uploaded picture becomes the site’s and outlives the account of its uploader', async () => {
  const cleo = await person(studio)
  await json(put({ admins: [idOf(ada), idOf(eve), idOf(cleo)] }))
  const body = new FormData()
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  body.set('file', new File([new Uint8Array(png)], 'logo.png'))
  const { file_url, id } = await json<{ file_url: string; id: string }>(
    studio.call('/api/v1/files/', { method: 'POST', body, token: cleo.token.access_token })
  )
  await json(put({ logo: file_url }, cleo))
  expect(
    (await studio.call(`/files/${id}`, { method: 'DELETE', token: cleo.credential.token })).status
  ).toBe(404)
  const deletion = { confirm: cleo.email, password: 'correct horse battery' }
  expect(
    (
      await studio.call('/auth/account/delete', {
        json: deletion,
        headers: { cookie: cleo.cookie }
      })
    ).status
  ).toBe(204)
  expect(await read()).toMatchObject({ logo: file_url })
  expect((await studio.call(`/files/${id}`)).status).toBe(200)
})
