import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SERVICES } from '#catalog/index.ts'
import type { Task } from '#contract/task.ts'
import { toJsonSchema } from '#core/json-schema.ts'
import { openMediaWorld, type MediaWorld, type Result } from '../support/media-world.ts'
import { json, person, type TestPerson } from '../support/studio.ts'

/** The original front end sends this callback address with every call. We never call it. */
const NOBODY_LISTENS = 'https://webhook.acedata.cloud/flux'

let world: MediaWorld
let eve: TestPerson
beforeAll(async () => {
  world = await openMediaWorld()
  eve = await person(world.studio)
})
afterAll(() => world.close())

const SHEETS = '/postage-stamps/sheets'
const ALBUMS = '/postage-stamps/albums'

const named = (trace: string): Promise<{ items: Task[] }> =>
  json(
    world.studio.call('/postage-stamps/tasks', {
      json: { action: 'retrieve_batch', trace_ids: [trace] },
      token: world.ada.credential.token
    })
  )

describe('a call is answered', () => {
  test('when its task is done, with public addresses of the outputs and a warning about unknown fields', async () => {
    const before = await world.left()
    const result = await world.result(SHEETS, {
      prompt: 'a queen',
      count: 2,
      colour: 'red',
      user_id: 'x',
      application_id: ''
    })
    expect(result).toMatchObject({
      success: true,
      state: 'succeeded',
      warnings: ['colour'],
      data: [{ prompt: 'a queen' }, {}]
    })
    expect(result['finished_at']).toBe(world.studio.context.clock.now() / 1000)
    const picture = await world.studio.call(String(result.data?.[1]?.['image_url']))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(before - (await world.left())).toBe(1)
    const { warnings: _, ...said } = result
    expect((await world.task('postage-stamps', result.task_id)).response).toEqual(said)
  })

  test('with lines of progress', async () => {
    const answer = await world.post(
      ALBUMS,
      { prompt: 'mine [sandbox:delay=300]' },
      { headers: { accept: 'application/x-ndjson' } }
    )
    expect(answer.headers.get('content-type')).toContain('application/x-ndjson')
    const lines = (await answer.text()).trim().split('\n')
    const found = lines.map(line => JSON.parse(line) as Result & { progress: number })
    const last = found.pop()
    expect(last).toMatchObject({ success: true, state: 'bound', text: 'mine' })
    expect(found.length).toBeGreaterThan(1)
    const [first] = found
    expect(first).toEqual({
      task_id: last?.task_id,
      trace_id: last?.trace_id,
      state: 'queued',
      progress: 0
    })
    const progress = found.map(each => each.progress)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  })

  test.each([{ async: true }, { callback_url: NOBODY_LISTENS }])('at once for %o', async manner => {
    const result = await world.result(ALBUMS, { prompt: 'later', trace_id: 'my.own-1', ...manner })
    expect(result).toEqual({ success: true, task_id: expect.any(String), trace_id: 'my.own-1' })
    expect(await world.ended('postage-stamps', result.task_id)).toMatchObject({
      state: 'succeeded',
      type: 'albums',
      trace_id: 'my.own-1',
      request: { prompt: 'later' },
      response: { success: true, task_id: result.task_id, text: 'later' }
    })
    const { items } = await json<{ items: unknown[] }>(
      world.studio.call(`/tasks/${result.task_id}/callbacks`, { token: world.ada.credential.token })
    )
    expect(items).toEqual([])
  })

  test('at its callback address, with the answer that a waiting call gets', async () => {
    const { task_id } = await world.result(ALBUMS, {
      prompt: 'call me',
      callback_url: `${world.stranger.url}/hook`
    })
    const { response } = await world.ended('postage-stamps', task_id)
    await vi.waitFor(() => expect(world.stranger.received).toEqual([response]), 5000)
  })

  test('to nobody when the caller has left, but the task goes on', async () => {
    const leaving = new AbortController()
    const waiting = world.studio.call(ALBUMS, {
      json: { prompt: 'gone [sandbox:delay=200]', trace_id: 'gone' },
      token: world.ada.credential.token,
      signal: leaving.signal
    })
    await vi.waitFor(async () => expect((await named('gone')).items).toHaveLength(1))
    leaving.abort()
    await waiting
    const [task] = (await named('gone')).items
    expect(await world.ended('postage-stamps', task?.id ?? '')).toMatchObject({
      state: 'succeeded',
      response: { text: 'gone' }
    })
  })
})

describe('the answer of an action', () => {
  test('is a list, an object, or fields beside `success`, and keeps the vendor’s value for the state', async () => {
    const sheet = await world.result(SHEETS, { prompt: 'king' })
    const stamp_id = sheet.data?.[0]?.['stamp_id']
    const mark = await world.result('/postage-stamps/postmarks', { stamp_id })
    expect(mark.data).toEqual({
      town: 'Bath',
      prompt: 'king',
      image_url: expect.stringMatching(/^http.*\/files\//)
    })
    expect(await world.result(ALBUMS, { prompt: 'x' })).toMatchObject({
      success: true,
      text: 'x',
      state: 'bound'
    })
  })

  test('tasks are filtered by the `type` that the API uses for their action', async () => {
    const list = (type: string): Promise<{ items: { type: string }[]; count: number }> =>
      json(
        world.studio.call('/postage-stamps/tasks', {
          json: { action: 'retrieve_batch', type },
          token: world.ada.credential.token
        })
      )
    const { items, count } = await list('Imagine')
    expect(count).toBeGreaterThan(0)
    expect(new Set(items.map(item => item.type))).toEqual(new Set(['imagine']))
    expect((await list('stamps')).count).toBe(0)
  })
})

describe('the price of a task', () => {
  test('is n/m for n of m outputs, and nothing for a failure, which is explained in the reader’s language', async () => {
    const before = await world.left()
    const half = await world.result(SHEETS, { prompt: 'half of them', count: 4 })
    expect(half.data).toHaveLength(2)
    expect(before - (await world.left())).toBe(1)
    expect(await world.receipt(half.task_id)).toMatchObject({ held_amount: 2, deducted_amount: 1 })
    expect(await world.task('postage-stamps', half.task_id)).toMatchObject({ deducted_amount: 1 })

    const headers = { 'accept-language': 'de' }
    const answer = await world.post(SHEETS, { prompt: 'x [sandbox:fail=forbidden]' }, { headers })
    const failed = (await answer.json()) as Result
    expect(answer.status).toBe(403)
    expect(failed).toMatchObject({
      success: false,
      state: 'failed',
      code: 'forbidden',
      error: { code: 'forbidden' }
    })
    expect(await world.receipt(failed.task_id)).toMatchObject({
      deducted_amount: 0,
      reason: 'forbidden'
    })
    const { response } = await world.task('postage-stamps', failed.task_id)
    expect(response).toMatchObject({
      success: false,
      task_id: failed.task_id,
      trace_id: failed.trace_id,
      error: { code: 'forbidden' }
    })
    expect(response).not.toMatchObject({ error: { message: failed.error?.message } })
    expect(await world.left()).toBe(before - 1)
  })

  test('is paid by one of twenty simultaneous calls that want the last credit', async () => {
    const { db } = world.studio.context.database
    await db
      .updateTable('fund')
      .set({ remaining: 1_000_000 })
      .where('application_id', '=', eve.application.id)
      .execute()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.post(ALBUMS, { prompt: 'mine' }, { who: eve }))
    )
    expect(answers.map(answer => answer.status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 403)
    ])
    expect(await answers.find(answer => answer.status === 403)?.json()).toMatchObject({
      code: 'used_up'
    })
  })

  test('is nothing if no result arrives in time, and the answer is 504', async () => {
    const before = await world.left()
    const waiting = world.post(ALBUMS, { prompt: '[sandbox:silent] x', trace_id: 'silent' })
    await vi.waitFor(
      async () => expect((await named('silent')).items).toMatchObject([{ state: 'running' }]),
      5000
    )
    expect(await world.left()).toBe(before - 1)
    world.studio.context.clock.advance(61_000)
    const answer = await waiting
    expect([answer.status, await answer.json()]).toMatchObject([
      504,
      { success: false, error: { code: 'timeout' } }
    ])
    expect(await world.left()).toBe(before)
  })
})

test('a repeated key returns the same task in every kind of answer, and is refused with another body', async () => {
  const before = await world.left()
  const headers = { 'idempotency-key': 'once' }
  const ask = (): Promise<Result> => json(world.post(ALBUMS, { prompt: 'once' }, { headers }))
  const answers = await Promise.all(Array.from({ length: 8 }, ask))
  expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
  expect(await ask()).toEqual(answers[0])
  expect(await world.left()).toBe(before - 1)
  expect((await world.post(ALBUMS, { prompt: 'twice' }, { headers })).status).toBe(422)
  await world.studio.context.database.db.deleteFrom('event').execute()
  expect(await ask(), 'its events are deleted, but not its answer').toEqual(answers[0])
})

test('only its owner cancels and deletes a task', async () => {
  const before = await world.left()
  const { task_id } = await world.result(ALBUMS, { prompt: '[sandbox:silent] x', async: true })
  const act = (action: string, who: TestPerson): Promise<Response> =>
    world.studio.call('/postage-stamps/tasks', {
      json: { action, id: task_id },
      token: who.credential.token
    })
  expect((await act('cancel', eve)).status).toBe(404)
  await act('cancel', world.ada)
  expect(await world.ended('postage-stamps', task_id)).toMatchObject({
    state: 'cancelled',
    response: { success: false }
  })
  expect(await world.left()).toBe(before)
  expect((await act('delete', world.ada)).status).toBe(200)
  expect((await act('retrieve', world.ada)).status).toBe(404)
})

test('the feed of a user reports a task from its start', async () => {
  const feed = await world.studio.call('/events', { token: world.ada.credential.token })
  const reader = feed.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const until = async (word: string): Promise<void> => {
    while (!text.includes(word)) text += (await reader?.read())?.value ?? ''
  }
  await until('ready')
  const { task_id } = await world.result(ALBUMS, { prompt: 'fed', async: true })
  await until('"type":"done"')
  expect(text).toContain(task_id)
  await reader?.cancel()
})

test('the OpenAPI document describes every action by the schema of its fields', async () => {
  type Operation = { requestBody: { content: { 'application/json': { schema: object } } } }
  const { paths } = await json<{ paths: Record<string, { post?: Operation }> }>(
    world.studio.call('/openapi.json')
  )
  for (const { path, actions = {} } of SERVICES)
    for (const [verb, { fields }] of Object.entries(actions)) {
      const schema = paths[`/${path}/${verb}`]?.post?.requestBody.content['application/json'].schema
      expect(schema, path).toMatchObject(toJsonSchema(fields))
    }
})
