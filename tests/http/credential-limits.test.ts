import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Credential } from '#contract/credential.ts'
import { creditsToMicro } from '#core/money.ts'
import type { ProblemBody } from '#core/problem.ts'
import { readRemaining } from '#servers/ledger/ledger.ts'
import { credentialCalls } from '../support/http-credentials.ts'
import { refusal } from '../support/shop.ts'
import { openTaskWorld } from '../support/task-world.ts'
import { PRICE } from '../support/vendor.ts'
import {
  frames,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
})
afterAll(() => studio.close())

const { ask, call, create, createKey, put } = credentialCalls(() => ({
  studio,
  ada
}))

describe('a spending limit', () => {
  test('ends an answer that reaches it, and the answer gives the reason', async () => {
    const uma = await person(studio)
    const made = await json<Credential>(create({ name: 'Small', limited_amount: 0.01 }, uma))
    const { frames: found } = await frames(
      await studio.call('/aichat/conversations', {
        json: { model: 'gpt-5-all', question: 'hi [sandbox:tokens=2000]' },
        token: made.token
      })
    )
    const issues = [{ field: 'limited_amount', code: 'key_used_up' }]
    expect(found.at(-1)).toMatchObject({
      error: { code: 'used_up', message: expect.stringContaining('API keys'), issues }
    })
    const after = await json<Credential>(call(made.id, {}, uma))
    expect(after.used_amount).toBeGreaterThan(0.005)
    expect(after.used_amount).toBeLessThanOrEqual(0.01)
    expect(await refusal(ask(made.token))).toEqual([403, 'used_up', 'limited_amount key_used_up'])
    const { error } = (await (await ask(made.token)).json()) as ProblemBody
    expect(error.message).toContain('Raise it under API keys')
    const conversation = await studio.call('/aichat/conversations', {
      json: { action: 'retrieve', id: found.at(-1)?.['id'] },
      token: made.token
    })
    expect(await conversation.text()).toContain('Raise it under API keys')
    expect((await ask(uma.credential.token)).status).toBe(200)
    await json(call(made.id, { method: 'PUT', json: { limited_amount: 1 } }, uma))
    expect((await ask(made.token)).status).toBe(200)
  })

  test('of zero allows no spending, and one below the used amount creates no debt', async () => {
    const made = await createKey({ limited_amount: 0 })
    expect(await refusal(ask(made.token))).toEqual([403, 'used_up', 'limited_amount key_used_up'])
    await json(put(made.id, { limited_amount: null }))
    await ask(made.token)
    await json(put(made.id, { limited_amount: 0.000001 }))
    expect(await refusal(ask(made.token))).toEqual([403, 'used_up', 'limited_amount key_used_up'])
  })

  test('holds when twenty requests spend at once', async () => {
    const uma = await person(studio)
    const limit = 0.02
    const made = await json<Credential>(create({ name: 'Race', limited_amount: limit }, uma))
    const before = await readRemaining(studio.context.database.db, uma.application.id, 'sandbox')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(made.token, 'hi [sandbox:tokens=300]'))
    )
    await Promise.all(answers.map(answer => answer.text()))
    const { used_amount: used } = await json<Credential>(call(made.id, {}, uma))
    expect(used).toBeGreaterThan(0)
    expect(used).toBeLessThanOrEqual(limit)
    const after = await readRemaining(studio.context.database.db, uma.application.id, 'sandbox')
    expect(before - after).toBe(creditsToMicro(used))
  })

  test('holds for tasks too, and the money held for a task counts until it ends', async () => {
    const world = await openTaskWorld()
    const body = { limited_amount: (PRICE * 3) / 1_000_000 }
    const path = `/api/v1/credentials/${world.ada.credential.id}`
    await json(
      world.studio.call(path, { method: 'PUT', json: body, token: world.ada.token.access_token })
    )
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => world.submit('a cat'))
    )
    expect(outcomes.filter(each => each.status === 'fulfilled')).toHaveLength(3)
    for (const each of outcomes)
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({
          code: 'used_up',
          issues: [{ field: 'limited_amount' }]
        })
    await world.close()
  })
})
