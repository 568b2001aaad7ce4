import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { KeyTest, ProviderKey } from '#contract/provider-key.ts'
import { createVendorKeys } from '#servers/lib/vendor-keys.ts'
import { describeServing } from '#servers/serving-lines.ts'
import { openKeysWorld, type KeysWorld } from '../support/keys-world.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import { json, person } from '../support/studio.ts'

type List = { items: ProviderKey[]; count: number }

let world: KeysWorld
const list = async (): Promise<ProviderKey[]> =>
  (await json<List>(world.call('provider-keys', 'GET'))).items
const enter = (key: string, more: object = {}): Promise<Response> =>
  world.call('provider-keys', 'POST', { vendor: 'openai', key, ...more })
const refused = async (answer: Promise<Response>): Promise<unknown[]> => {
  const { status, body } = await answer.then(async each => ({
    status: each.status,
    body: (await each.json()) as Refused
  }))
  return [
    status,
    body.code,
    ...(body.error.issues ?? []).map(({ field, code }) => `${field} ${code}`)
  ]
}
type Refused = { code: string; error: { issues?: { field: string; code: string }[] } }

describe('a provider key that an operator adds', () => {
  beforeAll(async () => {
    world = await openKeysWorld()
    world.vendor.keys = { 'sk-wrong-one': 'unauthorized' }
  })
  afterAll(() => world.close())

  test('can be added by operators only', async () => {
    const eve = await person(world.studio)
    const calls = [
      world.call('provider-keys', 'GET', undefined, eve),
      world.call('provider-keys', 'POST', { vendor: 'openai', key: 'sk-good-one' }, eve)
    ]
    for (const answer of [
      ...calls,
      world.call('provider-keys/x', 'DELETE', undefined, eve),
      world.call('provider-keys/x/test', 'POST', {}, eve)
    ])
      expect(await refused(answer)).toEqual([403, 'forbidden'])
  })

  test('is tested before it is stored', async () => {
    expect(await refused(enter('sk-wrong-one'))).toEqual([400, 'bad_request', 'key refused'])
    expect(await refused(enter('sk-good-one', { base_url: 'http://127.0.0.1:9/v1' }))).toEqual([
      400,
      'bad_request',
      'base_url unreachable'
    ])
    expect(await refused(enter('sk-good-one', { base_url: 'ftp://x' }))).toEqual([
      400,
      'bad_request',
      'base_url invalid'
    ])
    expect(await refused(enter('sk-good-one', { vendor: 'upstream' }))).toEqual([
      400,
      'bad_request',
      'base_url required'
    ])
    expect(await refused(enter(''))).toEqual([400, 'bad_request', 'key required'])
    for (const key of [
      'sk-good…one',
      '“sk-good-one”',
      'sk-good-oné',
      'sk-good\n-one',
      'Bearer sk-good-one'
    ])
      expect(await refused(enter(key)), key).toEqual([400, 'bad_request', 'key invalid'])
    for (const base_url of ['https://:word@x.example/v1', 'https://x.example/v1#there'])
      expect(await refused(enter('sk-good-one', { base_url }))).toEqual([
        400,
        'bad_request',
        'base_url invalid'
      ])
    expect(await list()).toEqual([])
    expect(describeServing(world.studio.context)).toEqual([expect.stringContaining('sandbox')])
  })

  test('serves at once instead of the sandbox, is never shown, and stops when it is removed', async () => {
    const kept = await json<ProviderKey>(enter('sk-good-one'))
    expect(kept).toMatchObject({
      vendor: 'openai',
      last4: '-one',
      source: 'entered',
      base_url: 'https://api.openai.com/v1'
    })
    expect(JSON.stringify([kept, await list()])).not.toContain('sk-good')
    const rows = await world.studio.context.database.db
      .selectFrom('provider_key')
      .selectAll()
      .execute()
    expect(JSON.stringify(rows)).not.toContain('sk-good')

    // Running work finds its account by the key, so each key may be stored only once.
    expect(await refused(enter('sk-good-one', { base_url: world.vendor.url }))).toEqual([
      400,
      'bad_request',
      'key taken'
    ])

    // Credits are real from now on, and a user gets free real credits only after confirming the
    // email address.
    expect((await world.ask()).code).toBe('used_up')
    expect(describeServing(world.studio.context)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Chat with ChatGPT is served by openai$/),
        expect.stringMatching(/^Nobody serves .*Chat with Grok.*flux/)
      ])
    )
    expect(
      await json<KeyTest>(world.call(`provider-keys/${kept.id}/test`, 'POST', {}))
    ).toMatchObject({ ok: true, code: null, detail: '' })
    world.vendor.keys['sk-good-one'] = 'unauthorized'
    expect(
      await json<KeyTest>(world.call(`provider-keys/${kept.id}/test`, 'POST', {}))
    ).toMatchObject({
      ok: false,
      code: 'refused',
      detail: expect.stringContaining('401')
    })
    // A vendor that cannot be reached has not refused the key.
    const { db } = world.studio.context.database
    await db
      .updateTable('provider_key')
      .set({ base_url: 'http://127.0.0.1:9/v1' })
      .where('id', '=', kept.id)
      .execute()
    const tried = await json<KeyTest>(world.call(`provider-keys/${kept.id}/test`, 'POST', {}))
    expect(tried).toMatchObject({ ok: false, code: 'unreachable' })

    expect((await world.call(`provider-keys/${kept.id}`, 'DELETE')).status).toBe(204)
    expect(await refused(world.call(`provider-keys/${kept.id}`, 'DELETE'))).toEqual([
      404,
      'not_found'
    ])
    expect((await world.ask(world.ada, { question: 'x [sandbox:tokens=5]' })).text).not.toBe('')
  })

  test('is used by another process within seconds', async () => {
    const { context } = world.studio
    const other = createVendorKeys(context)
    await other.refresh()
    const kept = await json<ProviderKey>(enter('sk-good-two'))
    await other.refresh()
    expect(other.vendors()).toEqual([])
    context.clock.advance(5000)
    await Promise.all([other.refresh(), other.refresh()])
    expect([other.vendors(), other.of('openai')]).toEqual([
      ['openai'],
      [{ baseURL: 'https://api.openai.com/v1', apiKey: 'sk-good-two' }]
    ])
    await world.call(`provider-keys/${kept.id}`, 'DELETE')
  })

  test('that can no longer be decrypted is skipped, and the others serve', async () => {
    const { context } = world.studio
    const row = { vendor: 'openai', base_url: '', last4: 'gone', added_by: 'x', created_at: 0 }
    await context.database.db
      .insertInto('provider_key')
      .values({ ...row, id: 'lost', box: 'unknown.x.y' })
      .execute()
    const kept = await json<ProviderKey>(enter('sk-good-two'))
    expect(context.keys.of('openai').map(({ apiKey }) => apiKey)).toEqual(['sk-good-two'])
    expect((await list()).map(({ last4 }) => last4)).toEqual(['gone', '-two'])
    expect(await json<KeyTest>(world.call('provider-keys/lost/test', 'POST', {}))).toMatchObject({
      ok: false,
      detail: expect.stringContaining('cannot be opened')
    })
    for (const id of ['lost', kept.id]) await world.call(`provider-keys/${id}`, 'DELETE')
  })
})

describe('several keys for chat', () => {
  let spare: OpenaiServer

  beforeAll(async () => {
    spare = await startOpenaiServer({ pieces: ['from elsewhere'] })
    const routes = ['openai', 'spare'].map(provider => ({ provider, model: `${provider}-model` }))
    world = await openKeysWorld({
      OPENAI_API_KEY: 'first, second',
      CHAT_PROVIDERS: JSON.stringify({ spare: { url: spare.url } }),
      CHAT_MODELS: JSON.stringify({ 'gpt-5.5': routes })
    })
    await fund()
  })
  afterAll(async () => {
    await world.close()
    await spare.close()
  })
  beforeEach(() => {
    world.studio.context.clock.advance(400_000)
    world.vendor.keys = {}
    world.asked()
  })

  /** Gives the operator real credits, as if bought. */
  async function fund(): Promise<void> {
    const { db } = world.studio.context.database
    const { id } = world.ada.application
    const given = { application_id: id, kind: 'real' as const, remaining: 50_000_000 }
    await db
      .insertInto('fund')
      .values(given)
      .onConflict(conflict => conflict.columns(['application_id', 'kind']).doUpdateSet(given))
      .execute()
  }

  test.each(['unauthorized', 'no_quota', 'busy', 'failed'] as const)(
    'when one is %s, the next one answers, and the first one is paused',
    async mode => {
      world.vendor.keys = { first: mode }
      expect((await world.ask()).text).toContain('Test')
      expect((await world.ask()).text).toContain('Test')
      expect(world.asked()).toEqual(['first', 'second', 'second'])
      world.vendor.keys = {}
      world.studio.context.clock.advance(400_000)
      await world.ask()
      expect(world.asked()).toEqual(['first'])
    }
  )

  test.each(['moderated', 'refused', 'too_long'] as const)(
    'a request that is %s is not repeated with another key',
    async mode => {
      world.vendor.keys = { first: mode }
      expect((await world.ask()).text).toBe('')
      expect(world.asked()).toEqual(['first'])
    }
  )

  test('an answer that has begun does not begin again with another key', async () => {
    world.vendor.keys = { first: 'cut_frame' }
    expect((await world.ask()).code).toBe('chat_error')
    expect(world.asked()).toEqual(['first'])
  })

  test('when all fail, each failure is logged once and nothing is charged', async () => {
    world.vendor.keys = { first: 'unauthorized', second: 'unauthorized' }
    const told = vi.spyOn(world.studio.context.log, 'warn')
    expect(await world.ask()).toMatchObject({ code: 'api_error', price: 0 })
    expect(world.asked()).toEqual(['first', 'second'])
    const line = {
      run: expect.any(String),
      vendor: 'openai',
      code: 'api_error',
      err: expect.any(Error)
    }
    expect(told.mock.calls).toEqual(
      [1, 2].map(() => [expect.objectContaining(line), expect.any(String)])
    )
    told.mockRestore()
  })

  test('a model falls back to the next server of its list, with that server’s model name and no key', async () => {
    world.vendor.keys = { first: 'unauthorized', second: 'no_quota' }
    expect((await world.ask(world.ada, { model: 'gpt-5.5' })).text).toBe('from elsewhere')
    expect(world.asked()).toEqual(['first', 'second'])
    expect(spare.requests.map(({ body, headers }) => [body.model, headers.authorization])).toEqual([
      ['spare-model', undefined]
    ])
  })
})
