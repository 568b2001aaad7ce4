import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenaiModel } from '#contract/openai.ts'
import { openKeysWorld, type KeysWorld } from '../support/keys-world.ts'
import { json } from '../support/studio.ts'

let world: KeysWorld
beforeAll(async () => {
  world = await openKeysWorld({ OPENAI_API_KEY: 'sk-a' })
})
afterAll(() => world.close())

const call = (path: string, body?: object): Promise<Response> =>
  world.studio.call(path, {
    token: world.ada.credential.token,
    ...(body !== undefined && { json: body })
  })

/** Returns everything that a call could change or cost: ledger entries, runs, and vendor calls. */
async function spent(): Promise<unknown> {
  const { db } = world.studio.context.database
  const ledger = await db.selectFrom('ledger').select(['kind', 'amount']).execute()
  const runs = await db.selectFrom('run').select('id').execute()
  return [ledger, runs.length, world.vendor.requests.length]
}

test.each(['gpt-5.5', 'gpt-5.4-mini', 'gpt-4o', 'gpt-4.1'])(
  '%s is hidden in the list and is found by its name',
  async name => {
    const { data } = await json<{ data: OpenaiModel[] }>(call('/v1/models'))
    expect(data.map(({ id }) => id)).not.toContain(name)
    expect(await json(call(`/v1/models/${name}`))).toMatchObject({ id: name, object: 'model' })
  }
)

test('a retired name is found with the name of its successor', async () => {
  expect(await json(call('/v1/models/gpt-5-all'))).toMatchObject({
    id: 'gpt-5-all',
    becomes: expect.any(String) as string
  })
  expect((await call('/v1/models/gpt-none')).status).toBe(404)
})

test.each([
  ['a question', 404, '/v1/chat/completions', { messages: [{ role: 'user', content: 'Hi' }] }],
  ['an image in the form of OpenAI', 404, '/v1/images/generations', { prompt: 'A fox' }],
  ['a call of a tool', 400, '/flux/images', { prompt: 'A fox' }]
])(
  '%s to an unknown model is refused, and holds and charges nothing',
  async (_, status, path, body) => {
    const before = await spent()
    const refused = await call(path, { ...body, model: 'gpt-none' })
    expect(refused.status).toBe(status)
    expect(await refused.text()).toContain('model')
    expect(await spent()).toEqual(before)
  }
)
