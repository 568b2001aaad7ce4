import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProblemBody } from '#core/problem.ts'
import { openGuestWorld } from '../support/guest-world.ts'
import { openMediaWorld, type MediaWorld } from '../support/media-world.ts'
import { json } from '../support/studio.ts'

const FOX = { prompt: 'A fox' }
const DRAW = '/flux/images'

let world: MediaWorld
beforeAll(async () => {
  world = await openMediaWorld()
})
afterAll(() => world.close())

async function refusal(body: object, headers = {}): Promise<[number, ProblemBody]> {
  const answer = await world.post(DRAW, { ...FOX, ...body }, { headers })
  return [answer.status, (await answer.json()) as ProblemBody]
}

describe('a call that costs more than its `max_price`', () => {
  test('is refused with the price, in the language of the caller, and holds nothing', async () => {
    const before = await world.left()
    const key = { 'idempotency-key': 'dear' }
    const [status, { error, detail }] = await refusal({ max_price: 0.399999 }, key)
    expect([status, error, detail]).toEqual([
      400,
      {
        code: 'bad_request',
        message: 'This now costs 0.4 credits. Try again to accept the new price.',
        issues: [{ field: 'max_price', code: 'price_changed', price: 0.4 }]
      },
      'max_price: this costs 0.4 credits'
    ])
    const german = await refusal({ max_price: 0 }, { 'accept-language': 'de' })
    expect(german[1].error.message).toContain('0,4 Credits')
    expect(await world.left()).toBe(before)
    const runs = world.studio.context.database.db.selectFrom('run').selectAll()
    expect(await runs.execute()).toEqual([])
    // The refused call has not used the key.
    expect((await refusal({ max_price: 0.4 }, key))[0]).toBe(200)
  })

  test('is refused after an operator has replaced its model by a dearer one', async () => {
    const change = (retired_models: object | null): Promise<unknown> =>
      json(
        world.studio.call('/api/v1/services/flux', {
          method: 'PUT',
          json: { retired_models },
          token: world.ada.token.access_token
        })
      )
    await change({ 'flux-dev': 'flux-3' })
    const [, { error }] = await refusal({ model: 'flux-dev', max_price: 0.4 })
    expect(error.issues).toMatchObject([{ code: 'price_changed', price: 0.8 }])
    const before = await world.left()
    await world.result(DRAW, { ...FOX, model: 'flux-dev', max_price: 0.8 })
    expect(before - (await world.left())).toBeCloseTo(0.8)
    await change(null)
  })
})

test('a lower price is charged, and `max_price` is no part of the request', async () => {
  const before = await world.left()
  const { task_id, warnings } = await world.result(DRAW, { ...FOX, max_price: 5 })
  expect(before - (await world.left())).toBeCloseTo(0.4)
  expect(warnings).toBeUndefined()
  expect((await world.task('flux', task_id)).request).not.toHaveProperty('max_price')
})

test.each([
  ['0.4', 'wrong_type'],
  [-1, 'too_small']
])('`max_price` %j is refused as %s', async (max_price, code) => {
  const [status, { error }] = await refusal({ max_price })
  expect([status, error.issues]).toEqual([400, [{ field: 'max_price', code }]])
})

test('a guest pays nothing, so no price is too high', async () => {
  const { studio, guest } = await openGuestWorld({}, { tasks: { tick: 20 } })
  const { token } = await guest()
  const body = { ...FOX, async: true, max_price: 0 }
  expect((await studio.call(DRAW, { json: body, token })).status).toBe(200)
  await studio.close()
})
