import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Task } from '#contract/task.ts'
import { sweepGuests } from '#servers/api/guests/sweep.ts'
import { idOf, whereIs } from '../support/account.ts'
import { openGuestWorld, refusal, type GuestWorld } from '../support/guest-world.ts'
import { startModerationServer, type ModerationServer } from '../support/moderation-server.ts'
import { BASE, frames, json } from '../support/studio.ts'

const DAY = 24 * 3_600_000
const WORKING = { tasks: { tick: 20, pace: { poll: 0, retry: 0 } } }
const PIER = { prompt: 'A pier at noon' }

type Made = { task_id: string; data?: { image_url: string }[] }

let world: GuestWorld
const make = (
  token: string,
  body: Record<string, unknown> = {},
  { path = '/flux/images', ...headers }: Record<string, string> = {}
): Promise<Response> => world.studio.call(path, { json: { ...PIER, ...body }, token, headers })
const tasks = (token: string, body: object): Promise<Response> =>
  world.studio.call('/flux/tasks', { json: body, token })
const list = async (token: string): Promise<string[]> => {
  const { items } = await json<{ items: Task[] }>(tasks(token, { action: 'retrieve_batch' }))
  return items.map(({ id }) => id)
}

describe('a guest on a tool', () => {
  beforeAll(async () => {
    world = await openGuestWorld({}, WORKING)
  })
  afterAll(() => world.studio.close())

  test('gets one result with its file, and is then asked to sign in, in chat too', async () => {
    const { token } = await world.guest()
    const made = await json<Made>(make(token))
    const [picture] = made.data ?? []
    expect((await world.studio.call(String(picture?.image_url))).status).toBe(200)
    expect(await list(token)).toEqual([made.task_id])
    expect(await refusal(make(token))).toEqual([403, 'used_up', 'guest'])
    expect(await refusal(world.ask(token))).toEqual([403, 'used_up', 'guest'])
    await world.agrees()
  })

  test('gets no result after a free answer', async () => {
    const { token } = await world.answered()
    expect(await refusal(make(token))).toEqual([403, 'used_up', 'guest'])
  })

  test('gets a video, even if it costs more than an answer may', async () => {
    const { token } = await json<{ token: string }>(world.arrive(undefined, undefined, 'kling'))
    const { task_id } = await json<Made>(make(token, { async: true }, { path: '/kling/videos' }))
    const { charged, held } = await world.studio.context.database.db
      .selectFrom('run')
      .select(['charged', 'held'])
      .where('id', '=', task_id)
      .executeTakeFirstOrThrow()
    expect([held, charged <= held]).toEqual([3_600_000, true])
    await world.agrees()
  })

  test('may not exceed the price of a default run, send files or set a callback', async () => {
    const { token } = await world.guest()
    const image = 'https://a.example/x.png'
    const cases: [Record<string, unknown>, string, string][] = [
      [{ count: 4 }, '/flux/images', 'guest_price'],
      [{ mode: 'pro', duration: 10 }, '/kling/videos', 'guest_price'],
      [{ start_image_url: image }, '/kling/videos', 'guest_file'],
      [{ image_url: `data:image/png;base64,${'A'.repeat(80)}` }, '/flux/images', 'guest_file'],
      [{ prompt: `${image} a cat` }, '/midjourney/imagine', 'guest_file'],
      [{ callback_url: 'https://a.example/' }, '/flux/images', 'guest']
    ]
    for (const [body, path, issue] of cases)
      expect([path, ...(await refusal(make(token, body, { path })))]).toEqual([
        path,
        403,
        'forbidden',
        issue
      ])
    const { db } = world.studio.context.database
    const { count } = await db
      .selectFrom('file')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('purpose', '=', 'upload')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(0)
    // A refused request does not use up the free run.
    expect((await make(token)).status).toBe(200)
  })

  test('gets one run for ten simultaneous calls, and one for one idempotency key', async () => {
    const { token } = await world.guest()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => make(token, { async: true }))
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 403)])
    const other = await world.guest()
    const same = await Promise.all(
      Array.from({ length: 5 }, () =>
        json<Made>(make(other.token, { async: true }, { 'idempotency-key': 'k' }))
      )
    )
    expect(new Set(same.map(each => each.task_id)).size).toBe(1)
    await world.agrees()
  })

  test('tries again after a failure, but not endlessly', async () => {
    const { token } = await world.guest()
    const fail = (): Promise<Response> => make(token, { prompt: 'No [sandbox:fail=api_error]' })
    expect((await fail()).status).toBe(500)
    expect((await make(token)).status).toBe(200)
    const unlucky = (await world.guest()).token
    for (let time = 0; time < 3; time++) await make(unlucky, { prompt: '[sandbox:fail=api_error]' })
    expect(await refusal(make(unlucky))).toEqual([403, 'used_up', 'guest'])
    await world.agrees()
  })

  test('reads and cancels their own task, and deletes none', async () => {
    const [one, other] = [(await world.guest()).token, (await world.guest()).token]
    const slow = { prompt: 'Slowly [sandbox:delay=60000]', async: true }
    const { task_id: id } = await json<Made>(make(one, slow))
    for (const action of ['retrieve', 'cancel'])
      expect((await tasks(other, { action, id })).status).toBe(404)
    expect((await world.studio.call(`/tasks/${id}/events`, { token: other })).status).toBe(404)
    expect(await list(other)).toEqual([])
    expect(await refusal(tasks(one, { action: 'delete', id }))).toEqual([403, 'forbidden', 'guest'])
    expect((await tasks(one, { action: 'cancel', id })).status).toBe(200)
    await expect
      .poll(async () => (await json<Task>(tasks(one, { action: 'retrieve', id }))).state)
      .toBe('cancelled')
    await world.agrees()
  })
})

describe('a guest with a result who signs in', () => {
  beforeAll(async () => {
    world = await openGuestWorld({}, WORKING)
  })
  afterAll(() => world.studio.close())

  test('keeps the result with its file, and generates more from it', async () => {
    const { token } = await world.guest()
    const { task_id } = await json<Made>(make(token))
    expect((await world.claim(token, world.ada)).status).toBe(200)
    const own = world.ada.credential.token
    expect(await list(own)).toContain(task_id)
    expect((await tasks(token, { action: 'retrieve', id: task_id })).status).toBe(401)
    expect((await tasks(own, { action: 'delete', id: task_id })).status).toBe(200)
    await world.agrees()
  })

  test('keeps a running task, and its file when it ends', async () => {
    const { token } = await world.guest()
    const slow = { prompt: 'Slowly [sandbox:delay=300]', async: true }
    const { task_id: id } = await json<Made>(make(token, slow))
    await world.claim(token, world.ada)
    const own = world.ada.credential.token
    await frames(await world.studio.call(`/tasks/${id}/events`, { token: own }))
    expect(await json<Task>(tasks(own, { action: 'retrieve', id }))).toMatchObject({
      state: 'succeeded'
    })
    const owners = await world.studio.context.database.db
      .selectFrom('file')
      .select('user_id')
      .where('run_id', '=', id)
      .execute()
    expect(owners.map(each => each.user_id)).toEqual([await idOf(world.studio, world.ada)])
    await world.agrees()
  })

  test('finds nothing after a day, and neither does anybody else', async () => {
    const { token } = await world.guest()
    const { task_id, data } = await json<Made>(make(token))
    const { db } = world.studio.context.database
    const { user_id: guest } = await db
      .selectFrom('run')
      .select('user_id')
      .where('id', '=', task_id)
      .executeTakeFirstOrThrow()
    world.studio.context.clock.advance(DAY + 3_600_001)
    await sweepGuests(world.studio.context)
    expect((await whereIs(world.studio, guest)).toSorted()).toEqual([
      'application',
      'ledger',
      'run'
    ])
    expect((await world.studio.call(String(data?.[0]?.image_url))).status).toBe(404)
    await world.agrees()
  })
})

describe('real money for guests in tools', () => {
  beforeAll(async () => {
    const keys = { OPENAI_API_KEY: 'key', FAL_KEY: 'key' }
    world = await openGuestWorld({ ...keys, GUEST_ANSWERS_PER_DAY: '2' })
  })
  afterAll(() => world.studio.close())

  test('comes from the same allowance as for answers, but only if a provider serves the tool', async () => {
    const arrive = (address: string, service?: string): Promise<Response> =>
      world.arrive(address, undefined, service)
    expect(await refusal(arrive('203.0.113.1', 'nothing'))).toEqual([404, 'not_found', undefined])
    expect(await refusal(arrive('203.0.113.1', 'midjourney'))).toEqual([
      400,
      'api_not_implemented',
      undefined
    ])
    expect((await arrive('203.0.113.1')).status).toBe(200)
    expect(await refusal(arrive('203.0.113.1', 'flux'))).toEqual([
      429,
      'too_many_requests',
      'guest'
    ])
    const { token } = await json<{ token: string }>(arrive('203.0.113.2', 'kling'))
    expect((await make(token, { async: true }, { path: '/kling/videos' })).status).toBe(200)
    expect((await arrive('203.0.113.3', 'flux')).status).toBe(429)
    await world.agrees()
  })
})

describe('a prompt that moderation refuses', () => {
  let server: ModerationServer
  beforeAll(async () => {
    server = await startModerationServer()
    Object.assign(server, { forbidden: /forbidden/ })
    const moderated = { MODERATION_URL: `${server.url}/`, MODERATION_API_KEY: 'key' }
    world = await openGuestWorld(moderated, WORKING)
    await world.set({ guest: { enabled: true }, moderation: { enabled: true } })
    world.studio.context.clock.advance(10_000)
  })
  afterAll(async () => {
    await world.studio.close()
    await server.close()
  })

  test('does not use up the free run', async () => {
    const { token } = await world.guest()
    const origin = BASE
    const bad = make(token, { prompt: 'A forbidden pier' }, { origin })
    expect(await refusal(bad)).toEqual([403, 'forbidden', 'flagged'])
    expect((await make(token, {}, { origin })).status).toBe(200)
    await world.agrees()
  })
})
