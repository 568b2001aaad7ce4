import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Drift } from '#contract/drift.ts'
import { checkDrift } from '#servers/drift/check-drift.ts'
import { claimCheck } from '#servers/drift/store.ts'
import { credit } from '#servers/ledger/ledger.ts'
import { openKeysWorld, type KeysWorld } from '../support/keys-world.ts'
import { OPENAI_MODELS } from '../support/openai-models.ts'
import { json, person } from '../support/studio.ts'
import { wordsOf } from '../support/words.ts'

const MODELS = [...OPENAI_MODELS, 'muse-1']

let world: KeysWorld
beforeAll(async () => {
  world = await openKeysWorld({ OPENAI_API_KEY: 'sk-a' })
  const money = {
    applicationId: world.ada.application.id,
    fund: 'real',
    reference: 'test-money',
    amount: 95_000_000,
    now: 0
  } as const
  await credit(world.studio.context.database.db, 'order', money)
  const muse = {
    route: { provider: 'openai', model: 'muse-1' },
    price: { input: 1000, output: 1000 },
    until: '2999-01-01',
    becomes: 'gpt-6-luna'
  }
  const { dataDir } = world.studio.context.config
  await writeFile(join(dataDir, 'models.json'), JSON.stringify({ muse }))
})
afterAll(() => world.close())

/** Lets time pass and runs the daily check. */
async function check(): Promise<Drift> {
  world.studio.context.clock.advance(1000)
  await checkDrift(world.studio.context, 0)
  return shown()
}
const shown = (): Promise<Drift> => json(world.call('operation/drift', 'GET'))
const told = ({ items }: Drift): string[] =>
  items.map(({ kind, vendor, model, reason }) => `${kind} ${vendor} ${reason ?? model}`)
const mails = async (): Promise<string[]> => {
  const folder = join(world.studio.context.config.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  return Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
}
const driftMails = async (): Promise<string[]> =>
  (await mails()).filter(mail => mail.includes(wordsOf('en')('mail.drift.title')))

test('a vendor that has every model, or a version of it, makes no difference', async () => {
  expect((await shown()).checked_at).toBeNull()
  world.vendor.models = MODELS.map(name => (name === 'gpt-5.5' ? 'gpt-5.5-2026-04-23' : name))
  const { items, checked_at } = await check()
  expect(items).toEqual([])
  expect(checked_at).not.toBeNull()
  expect(await driftMails()).toEqual([])
})

test('a dropped model is on the page, in the log and in one email, and its successor answers', async () => {
  expect((await world.ask(world.ada, { model: 'muse' })).code).toBe('')
  const warn = vi.spyOn(world.studio.context.log, 'warn')
  world.vendor.models = MODELS.filter(model => model !== 'muse-1' && model !== 'gpt-5.4')
  const { items } = await check()
  expect(items).toHaveLength(2)
  expect(items).toContainEqual(
    expect.objectContaining({
      kind: 'gone',
      vendor: 'openai',
      model: 'gpt-5.4',
      successor: 'gpt-6-sol',
      names: ['gpt-5.4']
    })
  )
  expect(items).toContainEqual(
    expect.objectContaining({ model: 'muse-1', names: ['muse'], successor: 'gpt-6-luna' })
  )
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ kind: 'gone', vendor: 'openai', model: 'gpt-5.4' }),
    'a vendor no longer lists a model that is used here'
  )
  const [mail = '', ...more] = await driftMails()
  expect(more).toEqual([])
  expect(mail).toContain(`To: ${world.ada.email}`)
  for (const model of ['gpt-5.4', 'muse-1']) expect(mail).toContain(`${model} (openai)`)

  await world.ask(world.ada, { model: 'muse' })
  expect(world.vendor.requests.at(-1)?.body.model).toBe('gpt-6-luna')

  warn.mockClear()
  expect(told(await check())).toHaveLength(2)
  expect([(await driftMails()).length, warn.mock.calls]).toEqual([1, []])
  warn.mockRestore()
})

test.each([
  ['HTML', async () => new Response('<!doctype html><p>Hotel</p>'), 'unreadable'],
  ['an empty list', async () => Response.json({ data: [] }), 'unreadable'],
  ['status 500', async () => Response.json({ error: {} }, { status: 500 }), 'unreachable'],
  ['nothing', () => Promise.reject(new DOMException('', 'TimeoutError')), 'unreachable']
])('a vendor that answers with %s changes nothing and is named', async (_, fetch, reason) => {
  const before = await driftMails()
  await checkDrift({ ...world.studio.context, fetch }, 0)
  expect(told(await shown()).toSorted()).toEqual([
    'gone openai gpt-5.4',
    'gone openai muse-1',
    `unread openai ${reason}`
  ])
  await world.ask(world.ada, { model: 'muse' })
  expect(world.vendor.requests.at(-1)?.body.model).toBe('gpt-6-luna')
  expect(await driftMails()).toEqual(before)
})

test('a model that comes back is used again, and causes no second email when it is dropped again', async () => {
  world.vendor.models = MODELS
  expect(told(await check())).toEqual([])
  await world.ask(world.ada, { model: 'muse' })
  expect(world.vendor.requests.at(-1)?.body.model).toBe('muse-1')
  world.vendor.models = MODELS.filter(model => model !== 'gpt-5.4')
  expect(told(await check())).toEqual(['gone openai gpt-5.4'])
  expect(await driftMails()).toHaveLength(1)
})

test('a model that the operator ends within 30 days is in an email, until it gets more time', async () => {
  const { clock } = world.studio.context
  const until = new Date(clock.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  await json(world.call('operation/chat-models/gpt-5.5', 'PUT', { until }))
  const { items } = await check()
  expect(items).toContainEqual(
    expect.objectContaining({ kind: 'ends', model: 'gpt-5.5', day: until })
  )
  expect(await driftMails()).toHaveLength(2)
  await json(world.call('operation/chat-models/gpt-5.5', 'PUT', { until: null }))
  expect(told(await shown())).toEqual(['gone openai gpt-5.4'])
})

test('an operator starts a check, one process does it, and other users can neither see nor start it', async () => {
  const { context } = world.studio
  context.clock.advance(60_000)
  world.vendor.models = MODELS
  expect(told(await json<Drift>(world.call('operation/drift', 'POST', {})))).toEqual([])
  context.clock.advance(60_000)
  const claims = await Promise.all([1, 2, 3].map(() => claimCheck(context, 60_000)))
  expect(claims.filter(Boolean)).toHaveLength(1)
  const eve = await person(world.studio)
  for (const method of ['GET', 'POST'])
    expect(
      (await world.call('operation/drift', method, method === 'GET' ? undefined : {}, eve)).status
    ).toBe(403)
})
