import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { SERVICES } from '#catalog/index.ts'
import type { Site } from '#contract/site.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

/** The original front end treats a missing switch as off, and sends the whole site back. */
const RAIL =
  'chatgpt deepseek grok midjourney flux nanobanana suno luma hailuo kling veo pixverse'.split(' ')
const FUNCTIONS =
  'chatgpt grok deepseek midjourney qrart suno luma pika kling veo pixverse flux hailuo headshots nanobanana'.split(
    ' '
  )

type Feature = { enabled: boolean } & Record<string, unknown>
let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
})
beforeEach(async () => {
  studio.context.clock.advance(1000)
  await studio.context.database.db.updateTable('site').set({ features: '{}' }).execute()
  studio.context.terms.forget()
})
afterAll(() => studio.close())

const read = async (token?: string): Promise<Site & { features: Record<string, Feature> }> => {
  const { items } = await json<{ items: [Site] }>(
    studio.call(`/api/v1/sites/?origin=${BASE}`, { ...(token !== undefined && { token }) })
  )
  return items[0] as Site & { features: Record<string, Feature> }
}
const mine = (): ReturnType<typeof read> => read(ada.token.access_token)
const put = async (body: object): Promise<Response> =>
  studio.call(`/api/v1/sites/${(await mine()).id}`, {
    method: 'PUT',
    json: body,
    token: ada.token.access_token
  })
const stored = async (): Promise<unknown> => {
  const row = await studio.context.database.db
    .selectFrom('site')
    .select('features')
    .executeTakeFirstOrThrow()
  return JSON.parse(row.features)
}
/** Sends the site as the original front end does: everything it received, with one change. */
const turn = async (name: string, enabled: boolean): Promise<void> => {
  const site = await mine()
  await json(
    put({ ...site, features: { ...site.features, [name]: { ...site.features[name], enabled } } })
  )
}
const asks = async (path: string, body: object): Promise<number> =>
  (await studio.call(path, { json: body, token: ada.credential.token, headers: { origin: BASE } }))
    .status

/** Switches besides the services that are on by default. */
const USUALLY_ON = ['support', 'offline', 'explore', 'explore_review']

describe('a site without stored switches', () => {
  test('answers with the effective value of every switch, also to guests', async () => {
    const on = [...SERVICES, ...CHAT_GROUPS].map(({ id }) => id)
    expect(on).toEqual(expect.arrayContaining([...RAIL, ...FUNCTIONS]))
    for (const { features } of [await read(), await mine()])
      expect(features).toEqual({
        ...Object.fromEntries([...on, ...USUALLY_ON].map(id => [id, { enabled: true }])),
        ...Object.fromEntries(
          ['guest', 'own_keys', 'moderation'].map(id => [id, { enabled: false }])
        )
      })
  })

  test('accepts the whole site back without a change', async () => {
    const site = await mine()
    expect((await json<Site>(put(site))).features).toEqual(site.features)
    expect(await stored()).toEqual({})
  })
})

describe('a client that sends the whole site back', () => {
  test.each(FUNCTIONS)('turns %s off and on, and changes nothing else', async name => {
    const before = await mine()
    await turn(name, false)
    expect((await mine()).features).toEqual({ ...before.features, [name]: { enabled: false } })
    expect(await stored()).toEqual({ [name]: { enabled: false } })
    await turn(name, true)
    expect((await mine()).features).toEqual(before.features)
  })

  test('changes only its own switch', async () => {
    await turn('flux', false)
    expect(await asks('/flux/tasks', { action: 'retrieve_batch' })).toBe(403)
    expect(await asks('/luma/tasks', { action: 'retrieve_batch' })).toBe(200)
    await turn('flux', true)
    expect(await asks('/flux/tasks', { action: 'retrieve_batch' })).toBe(200)
    await turn('grok', false)
    const grok = { model: 'grok-4', question: 'hi [sandbox:tokens=20]' }
    expect([
      await asks('/aichat/conversations', grok),
      await asks('/aichat/conversations', { ...grok, model: 'gpt-5-all' })
    ]).toEqual([403, 200])
  })

  test('sees support as on if only a link for it is set, and keeps the link', async () => {
    await json(put({ features: { support: { discord: { url: 'https://discord.example/x' } } } }))
    const { features } = await mine()
    expect(features['support']).toEqual({
      enabled: true,
      discord: { enabled: true, url: 'https://discord.example/x' }
    })
    await turn('suno', false)
    expect((await mine()).features).toEqual({ ...features, suno: { enabled: false } })
  })

  test('does not undo another admin’s switch, thanks to the base that it read', async () => {
    const site = await mine()
    await json(put({ features: { kling: { enabled: false } } }))
    const features = { ...site.features, veo: { enabled: false } }
    await json(put({ features, base: { features: site.features } }))
    expect(await stored()).toEqual({ kling: { enabled: false }, veo: { enabled: false } })
    // This base was read before the answer contained every switch.
    await json(put({ features: { luma: { enabled: false } }, base: { features: {} } }))
    expect(await stored()).toEqual({
      kling: { enabled: false },
      veo: { enabled: false },
      luma: { enabled: false }
    })
  })
})
