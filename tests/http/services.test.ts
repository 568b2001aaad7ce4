import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findService, SERVICES } from '#catalog/index.ts'
import type { Application } from '#contract/application.ts'
import type { Service } from '#contract/service.ts'
import { LOCALES } from '#i18n/locale.ts'
import { refusal, type List } from '../support/shop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let operator: TestPerson
let eve: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  operator = await person(studio)
  eve = await person(studio)
})
afterAll(() => studio.close())

const list = (query = '', token?: string, language = 'en'): Promise<List<Service>> =>
  json(
    studio.call(`/api/v1/services/?${query}`, {
      headers: { 'accept-language': language },
      ...(token !== undefined && { token })
    })
  )
const one = (id: string, token?: string): Promise<Service> =>
  json(studio.call(`/api/v1/services/${id}`, { ...(token !== undefined && { token }) }))
const change = (id: string, body: object, who = operator): Promise<Response> =>
  studio.call(`/api/v1/services/${id}/`, {
    method: 'PUT',
    json: body,
    token: who.token.access_token
  })

describe('anyone', () => {
  test('reads the whole catalogue in their language', async () => {
    for (const language of LOCALES) {
      const { items, count } = await list('', undefined, language)
      expect(count).toBe(SERVICES.length)
      expect(items.map(({ id }) => id)).toEqual(SERVICES.map(({ serviceId }) => serviceId))
      for (const { title, description } of items) {
        expect(title).not.toMatch(/^service\./)
        expect(description).not.toMatch(/^service\./)
      }
    }
    const { items } = await list('', undefined, 'de')
    expect(items[0]).toMatchObject({
      alias: 'chat',
      title: 'Chat',
      unit: 'Credit',
      tags: ['chat'],
      enabled: true,
      applied: false
    })
  })

  test('gets the unit of a price as an English word, for which clients have translations', async () => {
    const token = eve.token.access_token
    const body = { type: 'Usage', scope: 'Individual', service_id: 'suno' }
    const { id } = await json<Application>(
      studio.call('/api/v1/applications/', { json: body, token })
    )
    for (const language of LOCALES) {
      const { items } = await list('', undefined, language)
      expect(new Set(items.map(({ unit }) => unit))).toEqual(new Set(['Credit']))
      const headers = { 'accept-language': language }
      const { service } = await json<Application>(
        studio.call(`/api/v1/applications/${id}`, { token, headers })
      )
      expect(service).toMatchObject({ alias: 'suno', unit: 'Credit' })
    }
  })

  test('reads one service by its fixed id or its alias', async () => {
    const flux = await one('flux')
    expect(await one('e8ebe055-429a-48e9-9d34-5089eae5fd89')).toEqual(flux)
    expect(flux).toMatchObject({ alias: 'flux', free_amount: 20, thumbnail: '', introduction: '' })
    expect(flux.apis).toMatchObject([
      {
        id: 'flux/images',
        name: 'images',
        method: 'POST',
        path: '/flux/images',
        service_id: flux.id
      }
    ])
    expect(flux.metadata['price']).toContainEqual({
      conditions: expect.anything(),
      consumption: 0.8
    })
    expect(flux.metadata['prices']).toEqual({
      'flux/images': findService('flux')?.actions?.['images']?.price
    })
    const { apis, price } = await one('suno')
    expect(apis.map(({ name, title }) => [name, title])).toEqual([
      ['audios', 'Song'],
      ['lyrics', 'Lyrics'],
      ['upload', 'Upload'],
      ['mp4', 'Video']
    ])
    expect(price).toEqual(apis.flatMap(each => each.price))
    expect(price).toContainEqual({
      action: 'audios',
      title: 'Song',
      credits: 0.6,
      when: { field: 'action', is: 'stems' }
    })
    expect(apis.at(-1)?.price).toEqual([{ action: 'mp4', title: 'Video', credits: 0.1 }])
    expect((await one('veo')).apis.map(({ name }) => name)).toEqual(['videos'])
    expect(flux.packages.map(({ amount }) => amount)).toEqual([10, 50, 200, 1000, 20, 100, 1300])
    expect(await refusal(studio.call('/api/v1/services/nobody'))).toEqual([404, 'not_found'])
  })

  test('gets the requested part of the list', async () => {
    const byTitle = (await list()).items
      .map(({ alias, title }) => ({ alias, title }))
      .toSorted((a, b) => (a.title < b.title ? -1 : 1))
    const { items, count } = await list('limit=2&offset=1&ordering=title&invented=1')
    expect([items.map(({ alias, title }) => ({ alias, title })), count]).toEqual([
      byTitle.slice(1, 3),
      SERVICES.length
    ])
    const videos = SERVICES.filter(({ medium }) => medium === 'video').map(({ id }) => id)
    expect((await list('tag=VIDEO')).items.map(({ alias }) => alias)).toEqual(videos)
    expect((await list('tag=&limit=1&ordering=-title')).items[0]?.alias).toBe(byTitle.at(-1)?.alias)
    expect(await refusal(studio.call('/api/v1/services/?limit=x'))).toEqual([
      400,
      'bad_request',
      'limit wrong_type'
    ])
  })

  test('reads the price of a chat as numbers, in credits per 1,000 tokens', async () => {
    const { price, apis } = await one('chat')
    expect(price[0]).toEqual({ model: 'gpt-6-sol', title: 'GPT-6 Sol', input: 0.032, output: 0.16 })
    expect(price).toContainEqual({
      model: 'gpt-5-all',
      title: 'GPT-6 Sol',
      input: 0.032,
      output: 0.16
    })
    expect(apis).toMatchObject([{ id: 'chat/chat', method: 'POST', path: '/aichat/conversations' }])
  })

  test('sees whether they have a plan for a service, and how many users have one', async () => {
    expect(await one('flux', eve.token.access_token)).toMatchObject({
      applied: true,
      applied_count: 2
    })
    const body = { type: 'Usage', scope: 'Individual', service_id: 'flux' }
    await json(studio.call('/api/v1/applications/', { json: body, token: eve.token.access_token }))
    expect((await one('flux')).applied_count).toBe(3)
  })
})

describe('an operator', () => {
  test('changes only the given fields, and null restores the value of the catalogue', async () => {
    const before = await one('suno', operator.token.access_token)
    const given = {
      title: 'Songs',
      tags: ['sound'],
      metadata: { mood: 'calm' },
      thumbnail: '/files/x'
    }
    const kept = { ...given, metadata: { ...before.metadata, ...given.metadata } }
    expect(await json(change('suno', { ...given, description: '' }))).toMatchObject({
      ...kept,
      description: before.description
    })
    expect(
      await json(change('f2b646d8-3cfd-46ef-969a-1ea9eebde329', { introduction: 'Hum.' }))
    ).toMatchObject({
      ...kept,
      introduction: 'Hum.'
    })
    const reset = { title: null, tags: null, metadata: null, thumbnail: null, introduction: null }
    expect(await json(change('suno', reset))).toEqual(before)
  })

  test('sends a whole service back, and every language keeps its own words', async () => {
    const german = async (): Promise<Service | undefined> =>
      (await list('', undefined, 'de')).items.find(({ alias }) => alias === 'kling')
    const before = await german()
    const whole = await one('kling', operator.token.access_token)
    expect(await json(change('kling', whole))).toEqual(whole)
    expect(await german()).toEqual(before)
    await json(change('kling', { ...whole, tags: ['film'] }))
    expect(await german()).toEqual({ ...before, tags: ['film'] })
    await json(change('kling', { tags: null }))
    await json(change('kling', { metadata: { ...whole.metadata, mood: 'calm' } }))
    const { changes } = await studio.context.database.db
      .selectFrom('service_change')
      .select('changes')
      .where('service_id', '=', whole.id)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(changes)).toEqual({ metadata: { mood: 'calm' } })
    await json(change('kling', { metadata: null }))
  })

  test('loses nothing when two changes happen at once', async () => {
    await Promise.all(
      ['title', 'description', 'introduction'].map(field => change('pika', { [field]: field }))
    )
    expect(await one('pika')).toMatchObject({
      title: 'title',
      description: 'description',
      introduction: 'introduction'
    })
  })

  test('switches a service off: others do not see it, calls are refused, and it can return', async () => {
    const answer = await studio.call('/api/v1/services/chat/', {
      method: 'DELETE',
      token: operator.token.access_token
    })
    expect(answer.status).toBe(204)
    expect(
      await refusal(studio.call('/api/v1/services/chat', { token: eve.token.access_token }))
    ).toEqual([404, 'not_found'])
    expect((await list()).count).toBe(SERVICES.length - 1)
    expect(await one('chat', operator.token.access_token)).toMatchObject({ enabled: false })
    const ask = (): Promise<Response> =>
      studio.call('/aichat/conversations', {
        json: { model: 'gpt-5-all', question: 'hi' },
        token: eve.credential.token
      })
    expect((await ask()).status).toBe(403)
    const body = { id: 'chat' }
    expect(
      await json(
        studio.call('/api/v1/services/', { json: body, token: operator.token.access_token })
      )
    ).toMatchObject({
      enabled: true
    })
    expect((await ask()).status).toBe(200)
  })

  test('cannot create a service, since services come from the catalogue', async () => {
    const make = (body: object): Promise<Response> =>
      studio.call('/api/v1/services/', { json: body, token: operator.token.access_token })
    expect(await refusal(make({ id: 'sora', title: 'Sora' }))).toEqual([
      400,
      'bad_request',
      'id not_allowed'
    ])
    expect(await refusal(make({ title: 'Sora' }))).toEqual([400, 'bad_request', 'id required'])
    expect(await refusal(change('sora', { title: 'x' }))).toEqual([404, 'not_found'])
  })

  test.each([
    [{ free_amount: -1 }, 'free_amount too_small'],
    [{ free_amount: 77 }, 'free_amount not_allowed'],
    [{ tags: 'x' }, 'tags wrong_type'],
    [{ thumbnail: 'javascript:alert(1)' }, 'thumbnail invalid'],
    [{ thumbnail: '//evil.example/x.png' }, 'thumbnail invalid'],
    [{ metadata: { long: 'x'.repeat(60_000) } }, 'metadata invalid'],
    [{ metadata: { price: [{ conditions: true, consumption: 3 }] } }, 'metadata.price not_allowed'],
    [{ metadata: { prices: {} } }, 'metadata.prices not_allowed'],
    [{ enabled: 'no' }, 'enabled wrong_type']
  ])('sees each issue of an invalid change: %j', async (body, issue) => {
    expect(await refusal(change('flux', body))).toEqual([400, 'bad_request', issue])
  })
})

test('is the only one who changes services', async () => {
  for (const method of ['PUT', 'DELETE']) {
    const call = (token?: string): Promise<Response> =>
      studio.call('/api/v1/services/flux', {
        method,
        json: { title: 'mine' },
        ...(token !== undefined && { token })
      })
    expect(await refusal(call(eve.token.access_token))).toEqual([403, 'forbidden'])
    expect(await refusal(call())).toEqual([401, 'invalid_token'])
  }
  expect(
    await refusal(
      studio.call('/api/v1/services/', { json: { id: 'flux' }, token: eve.token.access_token })
    )
  ).toEqual([403, 'forbidden'])
  expect((await one('flux')).title).toBe('Flux')
})
