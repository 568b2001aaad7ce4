import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Preset, PromptHistory } from '#contract/preset.ts'
import type { Site } from '#contract/site.ts'
import { MOST_PRESETS } from '#core/preset.ts'
import { idOf } from '../support/account.ts'
import { ownRows } from '../support/own-rows.ts'
import type { List } from '../support/shop.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

const PATH = '/api/v1/presets'
const WIDE = { service: 'flux', action: 'images', name: 'Wide', settings: { size: '16:9' } }

let studio: TestStudio
let boss: TestPerson
let eve: TestPerson
let ada: TestPerson
let ofSite: string
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  boss = await person(studio)
  eve = await person(studio)
  const { items } = await json<List<Site>>(studio.call(`/api/v1/sites/?origin=${BASE}`))
  ofSite = `/api/v1/sites/${items[0]?.id}/presets`
})
afterAll(() => studio.close())
beforeEach(async () => {
  await studio.context.database.db.deleteFrom('preset').execute()
  ada = await person(studio)
})

type Calling = { who?: TestPerson | null; method?: string; body?: object }
const call = (path: string, { who = ada, method, body }: Calling = {}): Promise<Response> =>
  studio.call(path, {
    ...(method !== undefined && { method }),
    ...(body !== undefined && { json: body }),
    ...(who !== null && { token: who.token.access_token })
  })
const save = (body: object = {}, path = PATH, who = ada): Promise<Preset> =>
  json<Preset>(call(path, { who, body: { ...WIDE, ...body } }))
const names = async (path = `${PATH}?service=flux`, who: TestPerson | null = ada) =>
  (await json<List<Preset>>(call(path, { who }))).items.map(({ name }) => name)
/** Returns the status of a call, and the issues of its answer as `field code`. */
const refusal = async (body: object, path = PATH, method = 'POST'): Promise<unknown[]> => {
  const answer = await call(path, { method, body })
  const { error } = (await answer.json()) as {
    error?: { issues?: { field: string; code: string }[] }
  }
  return [answer.status, ...(error?.issues ?? []).map(({ field, code }) => `${field} ${code}`)]
}

describe('a preset', () => {
  test('is saved with values as calls of the tool read them', async () => {
    const saved = await save({
      name: '  Wide gouache ',
      settings: { size: '16:9', count: '2', seed: 7 },
      prompt: 'a fox',
      style: ' in gouache '
    })
    expect(saved).toMatchObject({
      name: 'Wide gouache',
      settings: { size: '16:9', count: 2, seed: 7 },
      prompt: 'a fox',
      style: 'in gouache'
    })
    expect((await json<List<Preset>>(call(`${PATH}?service=flux`))).items).toEqual([saved])
    expect(await names(`${PATH}?service=kling`)).toEqual([])
  })

  test('names fields that the tool does not have, and values that it does not take', async () => {
    expect(
      await refusal({
        ...WIDE,
        settings: { sizes: '1:1', size: '99:1', count: 99, prompt: 'x', image_url: 'https://a.b/c' }
      })
    ).toEqual([
      400,
      'settings.sizes unknown',
      'settings.size not_allowed',
      expect.stringMatching(/^settings.count /),
      'settings.prompt not_allowed',
      'settings.image_url not_allowed'
    ])
    expect(await refusal({ ...WIDE, settings: { __proto__: null, constructor: 1 } })).toEqual([
      400,
      'settings.constructor unknown'
    ])
  })

  test('needs a tool, a name and something to set', async () => {
    expect(await refusal({ ...WIDE, service: 'nothing' })).toEqual([400, 'service unknown'])
    for (const action of ['nothing', '__proto__', 'constructor'])
      expect(await refusal({ ...WIDE, action })).toEqual([400, 'service unknown'])
    expect(await refusal({ ...WIDE, service: 'chatgpt' })).toEqual([400, 'service unknown'])
    expect(await refusal({ ...WIDE, settings: null })).toEqual([400, 'settings required'])
    expect((await refusal({ ...WIDE, name: '  ' }))[1]).toMatch(/^name /)
    expect((await refusal({ ...WIDE, name: 'x'.repeat(61) }))[1]).toMatch(/^name /)
    expect((await refusal({ ...WIDE, style: 'x'.repeat(1001) }))[1]).toMatch(/^style /)
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`f${at}`, at]))
    expect((await refusal({ ...WIDE, settings: many }))[1]).toMatch(/^settings /)
    expect(await refusal({ ...WIDE, prompt: 'x'.repeat(9000) })).toEqual([400, 'prompt too_long'])
    expect(await refusal({ service: 'upscale', action: 'images', name: 'a', style: 'b' })).toEqual([
      400,
      'style not_allowed'
    ])
  })

  test('is renamed, replaced and deleted by its user', async () => {
    const { id, created_at } = await save()
    studio.context.clock.advance(1000)
    const path = `${PATH}/${id}`
    const renamed = await json<Preset>(call(path, { method: 'PUT', body: { name: 'Broad' } }))
    expect(renamed).toMatchObject({ name: 'Broad', settings: WIDE.settings, created_at })
    expect(renamed.updated_at).not.toBe(created_at)
    const replaced = { settings: null, style: 'in gouache' }
    expect(await json(call(path, { method: 'PUT', body: replaced }))).toMatchObject(replaced)
    expect(await refusal({ settings: { size: 'x' } }, path, 'PUT')).toEqual([
      400,
      'settings.size not_allowed'
    ])
    expect(await refusal({ style: '' }, path, 'PUT')).toEqual([400, 'settings required'])
    expect((await call(path, { method: 'DELETE' })).status).toBe(204)
    expect([await names(), (await call(path, { method: 'DELETE' })).status]).toEqual([[], 404])
  })

  test('can be renamed although its tool no longer takes its values', async () => {
    const { id } = await save()
    const { db } = studio.context.database
    const old = { settings: '{"gone":1}', action: 'gone' }
    await db.updateTable('preset').set(old).where('id', '=', id).execute()
    const path = `${PATH}/${id}`
    expect(await json(call(path, { method: 'PUT', body: { name: 'Old' } }))).toMatchObject({
      name: 'Old',
      action: 'gone',
      settings: { gone: 1 }
    })
  })

  test('belongs to its user alone', async () => {
    const { id } = await save()
    const path = `${PATH}/${id}`
    expect(await names(PATH, eve)).toEqual([])
    for (const who of [eve, boss]) {
      const body = { name: 'Mine' }
      expect((await call(path, { who, method: 'PUT', body })).status).toBe(404)
      expect((await call(path, { who, method: 'DELETE' })).status).toBe(404)
    }
    expect((await call(PATH, { who: null })).status).toBe(401)
    expect(await names()).toEqual(['Wide'])
  })

  test('is one of at most a hundred for a tool', async () => {
    const { id } = await save()
    const { db } = studio.context.database
    const row = await db.selectFrom('preset').selectAll().where('id', '=', id).executeTakeFirst()
    const rows = Array.from({ length: MOST_PRESETS - 1 }, (_, at) => {
      return { ...(row ?? expect.fail('no row')), id: `${id}-${at}` }
    })
    await db.insertInto('preset').values(rows).execute()
    expect(await refusal(WIDE)).toEqual([400, 'service too_many'])
    const other = { service: 'kling', action: 'videos', name: 'Silent', settings: {} }
    expect((await call(PATH, { body: other })).status).toBe(200)
  })
})

describe('a preset of a site', () => {
  test('is shown to everyone, and changed by its admins only', async () => {
    const { id } = await save({ name: 'House style' }, ofSite, boss)
    const path = `${ofSite}/${id}`
    for (const who of [null, eve, boss]) expect(await names(ofSite, who)).toEqual(['House style'])
    expect(await names(`${ofSite}?service=kling`, null)).toEqual([])
    expect(await names(PATH, boss)).toEqual([])
    const body = { name: 'Mine' }
    for (const [who, status] of [
      [eve, 404],
      [null, 401]
    ] as const) {
      expect((await call(ofSite, { who, body: { ...WIDE, ...body } })).status).toBe(status)
      expect((await call(path, { who, method: 'PUT', body })).status).toBe(status)
      expect((await call(path, { who, method: 'DELETE' })).status).toBe(status)
    }
    // The address for presets of users finds none of a site.
    expect((await call(`${PATH}/${id}`, { who: boss, method: 'DELETE' })).status).toBe(404)
    await json(call(path, { who: boss, method: 'PUT', body: { name: 'Ours' } }))
    expect(await names(ofSite, null)).toEqual(['Ours'])
    expect((await call(path, { who: boss, method: 'DELETE' })).status).toBe(204)
    expect(await names(ofSite, null)).toEqual([])
    expect((await call('/api/v1/sites/nowhere/presets', { who: null })).status).toBe(404)
  })

  test('names nobody, is in the audit log, and changes the version of public pages', async () => {
    const { db } = studio.context.database
    const version = async (): Promise<number> =>
      Number((await db.selectFrom('shown_version').select('version').executeTakeFirst())?.version)
    const before = await version()
    studio.context.clock.advance(1000)
    const begun = studio.context.clock.now()
    await save()
    expect(await version()).toBe(before)
    const { id } = await save({}, ofSite, boss)
    const path = `${ofSite}/${id}`
    await json(call(path, { who: boss, method: 'PUT', body: { name: 'Ours' } }))
    const row = await db.selectFrom('preset').selectAll().where('id', '=', id).executeTakeFirst()
    expect(row?.user_id).toBe('')
    await call(path, { who: boss, method: 'DELETE' })
    expect(await version()).toBe(before + 3)
    const logged = await db
      .selectFrom('audit')
      .select(['method', 'user_id', 'outcome'])
      .where('path', 'like', '%/presets%')
      .where('created_at', '>=', begun)
      .execute()
    const entry = { user_id: await idOf(studio, boss), outcome: 'done' }
    for (const each of logged) expect(each).toMatchObject(entry)
    expect(logged.map(({ method }) => method).toSorted()).toEqual(['delete', 'post', 'put'])
  })
})

describe('earlier prompts', () => {
  const PROMPTS = '/api/v1/users/me/prompts'
  const list = async (service = 'flux', who = ada): Promise<string[]> =>
    (await json<PromptHistory>(call(`${PROMPTS}?service=${service}`, { who }))).items.map(
      ({ prompt }) => prompt
    )

  /** Adds tasks of the user, each a second after the one before. */
  async function addRuns(requests: readonly (object | null)[]): Promise<string[]> {
    const { db } = studio.context.database
    const { run: like = '' } = await ownRows(studio, ada)
    const row = await db.selectFrom('run').selectAll().where('id', '=', like).executeTakeFirst()
    const rows = requests.map((request, at) => ({
      ...(row ?? expect.fail('no run')),
      id: crypto.randomUUID(),
      request: request === null ? null : JSON.stringify(request),
      created_at: at * 1000
    }))
    await db.insertInto('run').values(rows).execute()
    return rows.map(({ id }) => id)
  }

  test('are listed once each, the newest first, without deleted tasks', async () => {
    const prompts = ['a fox', 'a boat', ' a fox ', '', 'a hill']
    const ids = await addRuns([...prompts.map(prompt => ({ prompt })), null, { prompt: 7 }])
    expect(await list()).toEqual(['a hill', 'a fox', 'a boat'])
    const { db } = studio.context.database
    await db
      .updateTable('run')
      .set({ deleted_at: 1 })
      .where('id', '=', ids[4] ?? '')
      .execute()
    expect(await list()).toEqual(['a fox', 'a boat'])
    expect([await list('kling'), await list('flux', eve)]).toEqual([[], []])
    expect((await call(PROMPTS)).status).toBe(400)
    expect((await call(`${PROMPTS}?service=flux`, { who: null })).status).toBe(401)
  })

  test('are at most thirty, from the newest three hundred tasks', async () => {
    await addRuns(Array.from({ length: 40 }, (_, at) => ({ prompt: `prompt ${at}` })))
    const found = await list()
    expect([found.length, found[0], found.at(-1)]).toEqual([30, 'prompt 39', 'prompt 10'])
    await studio.context.database.db.deleteFrom('run').where('request', 'is not', null).execute()
    const same = Array.from({ length: 310 }, () => ({ prompt: 'again' }))
    await addRuns([{ prompt: 'too old' }, ...same])
    expect(await list()).toEqual(['again'])
  })
})
