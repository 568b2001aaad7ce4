import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { NewPushSubscription } from '#contract/push.ts'
import { startPushService, type PushService } from '../support/push-service.ts'
import { json, person, type TestPerson } from '../support/studio.ts'
import { openTaskWorld, type TaskWorld } from '../support/task-world.ts'

const PUSH = '/api/v1/push'

let world: TaskWorld
let service: PushService
let browsers = 0
beforeAll(async () => {
  world = await openTaskWorld()
  service = await startPushService()
  world.listeners.push(service.host)
})
afterAll(async () => {
  service.close()
  await world.close()
})
beforeEach(async () => {
  service.received.length = 0
  service.statuses.length = 0
  await world.studio.context.database.db.deleteFrom('push').execute()
})

function call(
  sub: NewPushSubscription | object,
  { token } = world.ada,
  language = 'en'
): Promise<Response> {
  return world.studio.call(PUSH, {
    json: sub,
    token: token.access_token,
    headers: { 'accept-language': language }
  })
}

function browser(): NewPushSubscription {
  browsers += 1
  return service.subscribe(`browser-${browsers}`)
}

/** Runs a task to its end, in a process that may call the push service. */
async function run(prompt: string): Promise<string> {
  const worker = world.newProcess()
  const id = await world.submit(prompt)
  await world.turn(7, worker)
  await worker.stop()
  return id
}

const words = (): unknown[] => service.received.map(({ text }) => JSON.parse(text) as unknown)

test('a finished task is announced to the browsers of its user, without the prompt', async () => {
  const sub = browser()
  expect(await json(call(sub))).toMatchObject({ id: expect.any(String) })
  const { key } = await json<{ key: string }>(
    world.studio.call(PUSH, { token: world.ada.token.access_token })
  )
  const id = await run('a secret lighthouse')
  expect(words()).toEqual([
    {
      title: 'Flux',
      body: 'Your result is ready.',
      path: `/flux/history?task=${id}`,
      tag: id,
      lang: 'en'
    }
  ])
  const [{ headers, issuer, text } = { headers: {}, issuer: '', text: 'secret' }] = service.received
  expect(headers).toMatchObject({ ttl: '14400', urgency: 'normal', topic: id.replaceAll('-', '') })
  expect([issuer, text.includes('secret')]).toEqual([key, false])
})

test('a failure is announced in the language of the browser, and a cancelled task is not', async () => {
  await call(browser(), world.ada, 'de')
  const id = await run('refuses')
  const body = 'Dieser Vorgang ist fehlgeschlagen. Er wurde nicht berechnet.'
  expect(words()).toMatchObject([{ body, path: `/de/flux/history?task=${id}`, lang: 'de' }])
  const cancelled = await world.submit('plain')
  await world.tasks.cancel(cancelled)
  await world.turn(3)
  expect(service.received).toHaveLength(1)
})

test('a push to a busy service is repeated, and one that is refused is not', async () => {
  await call(browser())
  service.statuses.push(503, 429, 413)
  await run('plain')
  const worker = world.newProcess()
  for (let again = 0; again < 4; again++) {
    world.studio.context.clock.advance(60_000)
    await world.turn(1, worker)
  }
  await worker.stop()
  expect(service.received).toHaveLength(3)
})

test('an ended subscription is deleted, and so is one at a private address', async () => {
  await call(browser())
  service.statuses.push(410)
  await run('plain')
  expect(service.received).toHaveLength(1)
  await call({ ...browser(), endpoint: 'http://127.0.0.1:9/push' })
  await run('plain')
  await run('plain')
  expect(service.received).toHaveLength(1)
  const { db } = world.studio.context.database
  expect(await db.selectFrom('push').select('id').execute()).toEqual([])
  expect(await db.selectFrom('push_message').select('id').execute()).toEqual([])
})

test('a browser’s pushes are for the user who subscribed last, and end when that user signs out', async () => {
  const sub = browser()
  const bob: TestPerson = await person(world.studio)
  await call(sub, bob)
  await call(sub)
  await run('plain')
  expect(service.received).toHaveLength(1)
  await world.studio.context.database.db
    .updateTable('grant')
    .set({ revoked_at: world.studio.context.clock.now() })
    .where('user_id', '=', world.ada.application.user_id)
    .execute()
  await run('plain')
  expect(service.received).toHaveLength(1)
})

test('only its own user ends a subscription, and a user has at most twenty', async () => {
  const bob = await person(world.studio)
  const eve = await person(world.studio)
  const remove = ({ endpoint }: NewPushSubscription, { token }: TestPerson): Promise<Response> =>
    world.studio.call(`${PUSH}?${new URLSearchParams({ endpoint })}`, {
      method: 'DELETE',
      token: token.access_token
    })
  const subs = Array.from({ length: 21 }, browser)
  for (const sub of subs) await call(sub, bob)
  const kept = async (): Promise<number> =>
    (await world.studio.context.database.db.selectFrom('push').select('id').execute()).length
  expect(await kept()).toBe(20)
  const last = subs.at(-1) ?? browser()
  expect((await remove(last, eve)).status).toBe(204)
  expect(await kept()).toBe(20)
  expect((await remove(last, bob)).status).toBe(204)
  expect(await kept()).toBe(19)
})

test('an invalid subscription is refused at its field', async () => {
  const good = browser()
  const bad: [string, object][] = [
    ['endpoint', { ...good, endpoint: 'file:///etc/passwd' }],
    ['keys.p256dh', { ...good, keys: { ...good.keys, p256dh: 'short' } }],
    ['keys.p256dh', { ...good, keys: { ...good.keys, p256dh: 'A'.repeat(87) } }],
    ['keys.auth', { ...good, keys: { ...good.keys, auth: '!'.repeat(22) } }]
  ]
  for (const [field, sub] of bad) {
    const answer = await call(sub, await person(world.studio))
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(field)])
  }
})
