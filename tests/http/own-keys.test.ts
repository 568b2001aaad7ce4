import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { KeyTest, OwnKey } from '#contract/provider-key.ts'
import type { Usage } from '#contract/usage.ts'
import { checkLedger } from '#servers/operation/check-ledger.ts'
import { openKeysWorld, type KeysWorld } from '../support/keys-world.ts'
import { json, person, type TestPerson } from '../support/studio.ts'

type List<T> = { items: T[]; count: number }

let world: KeysWorld
let eve: TestPerson

beforeAll(async () => {
  world = await openKeysWorld({ OPENAI_API_KEY: 'of-the-studio', FREE_AMOUNT: '0' })
  eve = await person(world.studio)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.vendor.keys = { 'sk-wrong-key': 'unauthorized' }
  world.studio.context.clock.advance(310_000)
  world.asked()
  await world.allow({ own_keys: { enabled: true } })
})

const keep = (key: string, vendor = 'openai'): Promise<Response> =>
  world.call(`own-keys/${vendor}`, 'PUT', { key }, eve)
const list = async (): Promise<OwnKey[]> =>
  (await json<List<OwnKey>>(world.call('own-keys', 'GET', undefined, eve))).items

test('a user’s own key is refused unless the site allows own keys', async () => {
  for (const features of [{ own_keys: { enabled: false } }, { own_keys: {} }, { own_keys: null }]) {
    await world.allow(features)
    const answer = await keep('sk-my-own-key')
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      403,
      'forbidden'
    ])
  }
  expect(await list()).toEqual([])
})

test('a key is not kept if its vendor refuses it or does not serve chat', async () => {
  const answer = await keep('sk-wrong-key')
  expect(await answer.json()).toMatchObject({
    code: 'bad_request',
    error: { issues: [{ field: 'key', code: 'refused' }] }
  })
  expect((await keep('sk-my-own-key', 'fal')).status).toBe(400)
  expect(await (await keep('sk-my-own…key')).json()).toMatchObject({
    error: { issues: [{ field: 'key', code: 'invalid' }] }
  })
  expect(await list()).toEqual([])
})

test('questions with an own key cost no credits and need none, and the receipt says so', async () => {
  expect((await world.ask(eve)).code).toBe('used_up')
  expect(await json<OwnKey>(keep('sk-my-own-key'))).toMatchObject({
    vendor: 'openai',
    last4: '-key'
  })
  world.asked()
  expect(await world.ask(eve)).toMatchObject({ text: expect.stringContaining('Test'), price: 0 })
  expect(world.asked()).toEqual(['sk-my-own-key'])

  const { items } = await json<List<Usage>>(world.call('usage/apis?limit=1', 'GET', undefined, eve))
  expect(items[0]).toMatchObject({
    held_amount: 0,
    deducted_amount: 0,
    measure: 'measured',
    metadata: { model: 'gpt-5-all', key: 'own' }
  })
  const { database, clock } = world.studio.context
  expect(await checkLedger(database, { now: clock.now() })).toMatchObject({ disagreements: [] })
})

test('a key is stored encrypted and never shown again, and a new one replaces it', async () => {
  await keep('sk-my-own-key')
  await keep('sk-my-next-one')
  const rows = await world.studio.context.database.db.selectFrom('own_key').selectAll().execute()
  expect([rows.length, JSON.stringify([rows, await list()]).includes('sk-my')]).toEqual([1, false])
  expect((await list()).map(({ last4 }) => last4)).toEqual(['-one'])
  expect(await json<KeyTest>(world.call('own-keys/openai/test', 'POST', {}, eve))).toMatchObject({
    ok: true
  })
})

test('a failed question with an own key is never repeated with the studio’s key', async () => {
  await keep('sk-my-own-key')
  world.asked()
  world.vendor.keys = { 'sk-my-own-key': 'unauthorized' }
  expect(await world.ask(eve)).toMatchObject({
    code: 'api_error',
    detail: expect.stringContaining('your own key'),
    price: 0
  })
  expect(world.asked()).toEqual(['sk-my-own-key'])
  expect(await json<KeyTest>(world.call('own-keys/openai/test', 'POST', {}, eve))).toMatchObject({
    ok: false,
    code: 'refused'
  })
})

test('a key that can no longer be decrypted is reported, and no other key is used', async () => {
  await keep('sk-my-own-key')
  world.asked()
  await world.studio.context.database.db
    .updateTable('own_key')
    .set({ box: 'unknown.x.y' })
    .execute()
  expect(await world.ask(eve)).toMatchObject({
    code: 'api_error',
    detail: expect.stringContaining('cannot be opened')
  })
  expect(world.asked()).toEqual([])
  expect(await json<KeyTest>(world.call('own-keys/openai/test', 'POST', {}, eve))).toMatchObject({
    ok: false
  })
})

test('a key serves only its user and only models of its vendor', async () => {
  await keep('sk-my-own-key')
  world.asked()
  expect((await world.ask(world.ada)).code).toBe('used_up')
  expect((await world.ask(eve, { model: 'grok-4' })).code).toBe('api_not_implemented')
  expect(world.asked()).toEqual([])
})

test('questions cost credits again when the key is removed or no longer allowed', async () => {
  await keep('sk-my-own-key')
  await world.allow({ own_keys: { enabled: false } })
  expect((await world.ask(eve)).code).toBe('used_up')
  await world.allow({ own_keys: { enabled: true } })
  expect((await world.call('own-keys/openai', 'DELETE', undefined, eve)).status).toBe(204)
  expect((await world.call('own-keys/openai', 'DELETE', undefined, eve)).status).toBe(404)
  expect((await world.ask(eve)).code).toBe('used_up')
})

test('a user can choose models that only their own key serves', async () => {
  const models = async (): Promise<Set<string>> => {
    const { items } = await json<List<{ group: string }>>(
      world.studio.call('/aichat/models', { token: eve.token.access_token })
    )
    return new Set(items.map(({ group }) => group))
  }
  expect(await models()).toEqual(new Set(['chatgpt']))
  const { database, secrets, clock } = world.studio.context
  const { user_id } = await database.db
    .selectFrom('application')
    .select('user_id')
    .where('id', '=', eve.application.id)
    .executeTakeFirstOrThrow()
  const row = {
    user_id,
    vendor: 'xai',
    box: secrets.seal('xai-my-own-key'),
    last4: '-key',
    created_at: clock.now()
  }
  await database.db.insertInto('own_key').values(row).execute()
  expect(await models()).toEqual(new Set(['chatgpt', 'grok']))
})
