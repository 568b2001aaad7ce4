import { OPTIONAL_GROUPS } from '#core/chat.ts'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findModel } from '#catalog/chat/models.ts'
import type { Credential } from '#contract/credential.ts'
import type { Service } from '#contract/service.ts'
import type { ShareLink } from '#contract/share.ts'
import type { Site } from '#contract/site.ts'
import type { Usage } from '#contract/usage.ts'
import { MICRO_PER_CREDIT, tokenCost, addMargin } from '#core/money.ts'
import type { ProblemBody } from '#core/problem.ts'
import { createSiteTerms } from '#servers/lib/site-terms.ts'
import { openTaskWorld } from '../support/task-world.ts'
import { PRICE } from '../support/vendor.ts'
import {
  BASE,
  frames,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

const OTHER = 'https://other.example'
let studio: TestStudio
let ada: TestPerson
let here: Site
let there: Site
/** Two of Ada's keys: the first is for the other site, the second for no site. */
let page: Credential
let key: Credential
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
  const token = ada.token.access_token
  here = (await json<{ items: [Site] }>(studio.call(`/api/v1/sites/?origin=${BASE}`, { token })))
    .items[0]
  studio.context.clock.advance(1000)
  there = await json<Site>(studio.call('/api/v1/sites/', { json: { origin: OTHER }, token }))
  const credential = (body: object): Promise<Credential> =>
    json(
      studio.call('/api/v1/credentials/', {
        json: { application_id: ada.application.id, ...body },
        token
      })
    )
  page = await credential({ host: OTHER })
  key = await credential({ name: 'key' })
})
afterAll(() => studio.close())

const put = (site: Site, body: unknown): Promise<Site> =>
  json(
    studio.call(`/api/v1/sites/${site.id}`, {
      method: 'PUT',
      json: body,
      token: ada.token.access_token
    })
  )
/** Sends a call from a page of the named site, by default of the first one. */
const call = (path: string, body: object, origin = BASE): Promise<Response> =>
  studio.call(new URL(path, origin).href, {
    json: body,
    token: (origin === OTHER ? page : ada.credential).token,
    headers: { origin }
  })
const chat = (body: object, origin?: string): Promise<Response> =>
  call('/aichat/conversations', body, origin)
const ask = (model = 'gpt-5-all', origin?: string): Promise<Response> =>
  chat({ model, question: 'hi [sandbox:tokens=20]' }, origin)
const tasks = (service: string, body: object, origin?: string): Promise<Response> =>
  call(`/${service}/tasks`, body, origin)
const refused = async (answer: Promise<Response>): Promise<unknown> => {
  const { status, body } = await answer.then(async each => ({
    status: each.status,
    body: (await each.json()) as ProblemBody
  }))
  return [
    status,
    body.code,
    body.error.issues?.[0]?.field,
    body.detail.includes(String(body.error.issues?.[0]?.field))
  ]
}
const groups = async (): Promise<string[]> => {
  const { items } = await json<{ items: { group: string }[] }>(studio.call('/aichat/models'))
  return [...new Set(items.map(({ group }) => group))]
}

describe('on a site that switched something off', () => {
  test('a group of models neither answers nor is listed, and other sites have it', async () => {
    await put(here, { features: { grok: { enabled: false } } })
    expect(await refused(ask('grok-4'))).toEqual([403, 'forbidden', 'grok', true])
    expect((await ask('gpt-5-all')).status).toBe(200)
    expect((await ask('grok-4', OTHER)).status).toBe(200)
    expect(await groups()).toEqual(['chatgpt', 'deepseek'])
    await put(here, { features: { grok: { enabled: true } } })
    expect((await ask('grok-4')).status).toBe(200)
  })

  test('chat is off, but users can still stop and delete their own', async () => {
    const { frames: found } = await frames(await ask())
    const id = String(found[0]?.['id'])
    await put(here, { features: { chat: { enabled: false } } })
    for (const body of [
      { action: 'retrieve_batch' },
      { action: 'retrieve', id },
      { action: 'update', id, title: 'x' }
    ])
      expect(await refused(chat(body))).toEqual([403, 'forbidden', 'chat', true])
    expect(await refused(ask())).toEqual([403, 'forbidden', 'chat', true])
    expect(await groups()).toEqual([])
    expect((await chat({ action: 'stop', id })).status).toBe(200)
    expect((await chat({ action: 'delete', id })).status).toBe(200)
    await put(here, { features: { chat: null } })
    expect((await ask()).status).toBe(200)
  })

  test('chat is off, and so are its shared links until it is on again', async () => {
    const id = String((await frames(await ask())).frames[0]?.['id'])
    const { share } = await json<{ share: ShareLink }>(chat({ action: 'share', id }))
    const open = (): Promise<Response> =>
      studio.call(`/aichat/shares/${share.id}`, { headers: { origin: BASE } })
    await put(here, { features: { chat: { enabled: false } } })
    expect(await refused(open())).toEqual([403, 'forbidden', 'chat', true])
    await put(here, { features: { chat: null } })
    expect((await open()).status).toBe(200)
  })

  test('a tool is off', async () => {
    await put(here, { features: { flux: { enabled: false }, nanobanana: { enabled: false } } })
    expect(await refused(tasks('flux', { action: 'retrieve_batch' }))).toEqual([
      403,
      'forbidden',
      'flux',
      true
    ])
    expect(await refused(tasks('nano-banana', { action: 'retrieve_batch' }))).toEqual([
      403,
      'forbidden',
      'nanobanana',
      true
    ])
    expect((await tasks('luma', { action: 'retrieve_batch' })).status).toBe(200)
    expect((await tasks('flux', { action: 'retrieve_batch' }, OTHER)).status).toBe(200)
    await put(here, { features: { flux: null, nanobanana: null } })
    expect((await tasks('flux', { action: 'retrieve_batch' })).status).toBe(200)
  })

  test('a service is also off for calls without an origin', async () => {
    const grok = { json: { model: 'grok-4', question: 'hi [sandbox:tokens=20]' } }
    for (const [site, own, base] of [
      [here, ada.credential, BASE],
      [there, page, OTHER]
    ] as const) {
      await put(site, { features: { grok: { enabled: false } } })
      const elsewhere = base === BASE ? OTHER : BASE
      for (const token of [own.token, key.token])
        for (const origin of ['https://nobody.example', 'null', base, undefined]) {
          const asked = studio.call(`${base}/aichat/conversations`, {
            ...grok,
            token,
            ...(origin && { headers: { origin } })
          })
          expect(await refused(asked)).toEqual([403, 'forbidden', 'grok', true])
        }
      // The key of the site's pages is refused at every address, and its pages are refused with any
      // key.
      const away = `${elsewhere}/aichat/conversations`
      expect(await refused(studio.call(away, { ...grok, token: own.token }))).toEqual([
        403,
        'forbidden',
        'grok',
        true
      ])
      const asPage = { ...grok, token: key.token, headers: { origin: base } }
      expect(await refused(studio.call(away, asPage))).toEqual([403, 'forbidden', 'grok', true])
      const list = {
        json: { action: 'retrieve_batch' },
        token: own.token,
        headers: { origin: 'https://nobody.example' }
      }
      expect((await studio.call(`${elsewhere}/flux/tasks`, list)).status).toBe(200)
      await put(site, { features: { grok: null, flux: { enabled: false } } })
      expect(await refused(studio.call(`${elsewhere}/flux/tasks`, list))).toEqual([
        403,
        'forbidden',
        'flux',
        true
      ])
      await put(site, { features: { flux: null } })
    }
  })

  test('a site without its own API host is served by the shared one', async () => {
    const own = await openStudio({
      environment: { API_URL: 'https://api.example', SECRET: 'x'.repeat(40), RATE_LIMITS: 'off' }
    })
    const uma = await person(own)
    const token = uma.token.access_token
    await json(own.call('/api/v1/sites/', { json: { origin: OTHER }, token }))
    const body = { application_id: uma.application.id, host: OTHER }
    const theirs = await json<Credential>(own.call('/api/v1/credentials/', { json: body, token }))
    const { items } = await json<{ items: [Site] }>(own.call('/api/v1/sites/', { token }))
    await json(
      own.call(`/api/v1/sites/${items[0].id}`, {
        method: 'PUT',
        json: { features: { flux: { enabled: false } } },
        token
      })
    )
    const list = (credential: Credential, headers = {}): Promise<Response> =>
      own.call('https://api.example/flux/tasks', {
        json: { action: 'retrieve_batch' },
        token: credential.token,
        headers
      })
    expect((await list(theirs, { origin: OTHER })).status).toBe(200)
    expect((await list(uma.credential, { origin: OTHER })).status).toBe(403)
    await own.close()
  })
})

test('a service that an operator switched off is off at every site, and the sites say so', async () => {
  const { db } = studio.context.database
  const flux = 'e8ebe055-429a-48e9-9d34-5089eae5fd89'
  await db
    .insertInto('service_change')
    .values({ service_id: flux, changes: '{"enabled":false}', updated_at: 0 })
    .execute()
  studio.context.terms.forget()
  for (const origin of [undefined, OTHER])
    expect(await refused(tasks('flux', { action: 'retrieve_batch' }, origin))).toEqual([
      403,
      'forbidden',
      'flux',
      true
    ])
  expect(await json(studio.call(`/api/v1/sites/${there.id}`))).toMatchObject({
    switched_off: ['flux', ...OPTIONAL_GROUPS]
  })
  await db.updateTable('service_change').set({ changes: '{"enabled":true}' }).execute()
  // Other processes notice the change within seconds.
  studio.context.clock.advance(6000)
  expect((await tasks('flux', { action: 'retrieve_batch' })).status).toBe(200)
  await db.deleteFrom('service_change').execute()
})

test('an operator’s switch takes effect at once', async () => {
  const token = ada.token.access_token
  const change = (method: string, body?: object): Promise<Response> =>
    studio.call('/api/v1/services/flux', { method, json: body, token })
  const seen = async (): Promise<unknown[]> => [
    (await tasks('flux', { action: 'retrieve_batch' })).status,
    (await json<Site>(studio.call(`/api/v1/sites/${here.id}`))).switched_off
  ]
  expect(await seen()).toEqual([200, OPTIONAL_GROUPS])
  await change('DELETE')
  expect(await seen()).toEqual([403, ['flux', ...OPTIONAL_GROUPS]])
  expect(await json<Service>(change('PUT', { enabled: true }))).toMatchObject({ enabled: true })
  expect(await seen()).toEqual([200, OPTIONAL_GROUPS])
})

describe('a margin', () => {
  const price = findModel('gpt-5-all')?.price ?? { input: 0, output: 0 }
  const receipt = async (): Promise<Usage> => {
    const token = ada.token.access_token
    const { items } = await json<{ items: Usage[] }>(
      studio.call('/api/v1/usage/apis/?limit=1', { token })
    )
    return json(studio.call(`/api/v1/usages/${items[0]?.id}`, { token }))
  }

  test('raises the price of credits, and a run costs the same at every site', async () => {
    await put(there, { margin: 0.333 })
    for (const origin of [OTHER, undefined]) {
      studio.context.clock.advance(1000)
      const { frames: found } = await frames(await ask('gpt-5-all', origin))
      const { usage } = found.at(-1) as {
        usage: { prompt_tokens: number; completion_tokens: number }
      }
      const { deducted_amount: charged } = await receipt()
      expect(charged).toBe(
        tokenCost(price, usage.prompt_tokens, usage.completion_tokens) / MICRO_PER_CREDIT
      )
    }
  })

  test('is not part of the credits that a task holds', async () => {
    const world = await openTaskWorld()
    const { db } = world.studio.context.database
    await db.updateTable('site').set({ margin: 1500 }).execute()
    world.studio.context.terms.forget()
    await world.submit('a cat')
    const { held } = await db.selectFrom('run').select('held').executeTakeFirstOrThrow()
    expect(held).toBe(PRICE)
    await db.updateTable('site').set({ features: '{"flux":{"enabled":false}}' }).execute()
    world.studio.context.terms.forget()
    await expect(world.submit('a dog')).rejects.toMatchObject({ code: 'forbidden' })
    await world.close()
  })

  test('gives prices in whole cents, rounded up once', () => {
    expect([
      addMargin(1, 1),
      addMargin(1000, 1),
      addMargin(3, 333),
      addMargin(7, 0),
      addMargin(0, 5000)
    ]).toEqual([2, 1001, 4, 7, 0])
  })
})

test('terms are read once in a while, not for each call', async () => {
  const { database, clock, modelFile } = studio.context
  let asked = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => (asked++, node),
    transformResult: async ({ result }) => result
  }
  const terms = createSiteTerms({
    database: { ...database, db: database.db.withPlugin(counting) },
    clock,
    modelFile
  })
  for (let time = 0; time < 10; time++) await terms.of(OTHER)
  const once = asked
  clock.advance(6000)
  await terms.of(OTHER)
  expect([once > 0, asked]).toEqual([true, 2 * once])
})
