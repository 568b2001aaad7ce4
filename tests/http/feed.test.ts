import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StartedAnswer } from '#contract/conversation.ts'
import { feedResponse } from '#servers/api/chat/frames.ts'
import { endedRuns, openFeedWorld, readFeed, type FeedWorld } from '../support/http-feed.ts'
import { json, person } from '../support/studio.ts'

let world: FeedWorld
beforeAll(async () => {
  world = await openFeedWorld()
})
afterAll(() => world.close())

test('a question with `async` is answered at once, once for each key, and refused as usual', async () => {
  const ask = (question: string): Promise<Response> =>
    world.studio.call('/aichat/conversations', {
      json: { model: 'gpt-5-all', question, async: true },
      token: world.ada.credential.token,
      headers: { 'idempotency-key': 'async' }
    })
  const answer = await ask('tides? [sandbox:tokens=20]')
  expect(answer.headers.get('content-type')).toContain('application/json')
  const asked = await json<StartedAnswer>(answer)
  expect(Object.keys(asked)).toEqual(['id', 'run_id'])
  expect(await json(ask('tides? [sandbox:tokens=20]'))).toEqual(asked)
  expect((await ask('')).status).toBe(422)
  const refused = await world.studio.call('/aichat/conversations', {
    json: { async: true },
    token: world.ada.credential.token
  })
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    400,
    'bad_request'
  ])
})

test('the feed contains no runs of other users, even if the reader names them', async () => {
  const eve = await person(world.studio)
  const asked = await world.ask('secret [sandbox:tokens=100]')
  const received = readFeed(
    await world.openFeed(world.studio, `.${asked.run_id}:0`, eve),
    events => endedRuns(events).length === 1
  )
  const own = await world.ask('hers [sandbox:tokens=20]', eve)
  await world.waitForEnd(asked.run_id)
  expect(
    (await received)
      .filter(({ run_id }) => run_id === asked.run_id)
      .map(({ type, id }) => [type, id])
  ).toEqual([['gone', undefined]])
  expect(endedRuns(await received)).toEqual([own.run_id])
  expect((await world.studio.call('/events', { token: 'nobody' })).status).toBe(401)
})

test.each([
  'x y',
  '!',
  'abc.',
  'abc.run',
  'abc.run:x',
  '.run:99999999999',
  `abc${'.r:1'.repeat(200)}`
])('the cursor %s is refused', async cursor => {
  const answer = await world.openFeed(world.studio, cursor)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    error: { code: 'bad_request', issues: [{ field: 'cursor' }] }
  })
})

test('a stalled reader delays neither runs nor other readers, and misses nothing', async () => {
  const eve = await person(world.studio)
  const stalled = await world.openFeed(world.studio, '', eve)
  const asked = await Promise.all(
    [1, 2, 3].map(index => world.ask(`long ${index} [sandbox:tokens=6000]`, eve))
  )
  const live = await readFeed(
    await world.openFeed(world.studio, '', eve),
    events => endedRuns(events).length === 3
  )
  const late = await readFeed(stalled, events => endedRuns(events).length === 3)
  for (const received of [live, late]) await world.expectOnce(received, asked, eve)
  expect(late.length).toBeGreaterThan(400)
})

test('a silent feed sends heartbeats', async () => {
  let stopped = false
  const silence = async function* (): AsyncGenerator<{ cursor: string; data: { type: string } }[]> {
    await new Promise<void>(() => undefined)
    yield [{ cursor: '', data: { type: 'ready' } }]
  }
  const response = feedResponse(silence(), 'en', {
    stop: () => void (stopped = true),
    heartbeat: 5
  })
  const reader = response.body?.getReader()
  for (let beat = 0; beat < 3; beat++)
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(': \n\n')
  await reader?.cancel()
  expect(stopped).toBe(true)
})
