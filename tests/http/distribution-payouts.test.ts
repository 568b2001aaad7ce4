import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Payout } from '#contract/distribution.ts'
import {
  entriesOf,
  idOf,
  owedTo,
  pair,
  payOut,
  payoutsOf,
  reversed,
  rewarded,
  statusOf,
  wrongSums
} from '../support/rewards.ts'
import { refusal } from '../support/shop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let operator: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  operator = await person(studio)
})
afterAll(async () => {
  expect(await wrongSums(studio)).toEqual([])
  await studio.close()
})

/** Creates an inviter who earned this many dollars. */
async function addInviter(
  dollars: number
): Promise<{ inviter: TestPerson; id: string; inviteeId: string; order: string }> {
  const { inviter, inviterId: id, inviteeId } = await pair(studio)
  return { inviter, id, inviteeId, order: await rewarded(studio, inviteeId, dollars * 1000) }
}

describe('a payout', () => {
  test('is recorded by an operator and shown in the history of the inviter', async () => {
    const { inviter, id } = await addInviter(10)
    const made = await json<Payout>(
      payOut(studio, operator, { user_id: id, amount: 4.25, note: ' Bank transfer 7 ' })
    )
    expect(made).toMatchObject({
      user_id: id,
      amount: 4.25,
      note: 'Bank transfer 7',
      fund: 'real',
      created_by: await idOf(studio, operator)
    })
    expect(await statusOf(studio, inviter)).toMatchObject({
      price: 100,
      reward: 10,
      paid_out: 4.25,
      payable: 5.75
    })
    const entries = (await entriesOf(studio, inviter)).items
    expect(entries.find(({ kind }) => kind === 'payout')).toMatchObject({
      id: made.id,
      price: 0,
      reward: -4.25,
      note: 'Bank transfer 7',
      user: { id: '', nickname: '' }
    })
    expect((await payoutsOf(studio, operator, `user_id=${id}`)).items).toEqual([made])
  })

  test.each([
    [{ amount: 10.01 }, 'amount too_large'],
    [{ amount: 1_000_001 }, 'amount too_large'],
    [{ amount: 0 }, 'amount too_small'],
    [{ amount: -1 }, 'amount too_small'],
    [{ amount: 0.001 }, 'amount too_small'],
    [{ amount: 1.005 }, 'amount invalid'],
    [{ amount: '5' }, 'amount wrong_type'],
    [{ amount: null }, 'amount wrong_type'],
    [{ user_id: 'nobody' }, 'user_id not_allowed'],
    [{ user_id: '' }, 'user_id required'],
    [{ fund: 'sandbox' }, 'amount too_large'],
    [{ fund: 'play' }, 'fund not_allowed'],
    [{ note: 'x'.repeat(501) }, 'note too_long'],
    [{ note: 'turned \u202e around' }, 'note invalid']
  ])('with %j is refused', async (wrong, issue) => {
    const { inviter, id } = await addInviter(10)
    const [status, code, ...issues] = await refusal(
      payOut(studio, operator, { user_id: id, amount: 1, ...wrong })
    )
    expect([status, code]).toEqual([400, 'bad_request'])
    expect(issues).toContain(issue)
    expect(await statusOf(studio, inviter)).toMatchObject({ paid_out: 0, payable: 10 })
  })

  test('can be the whole amount owed, after which nothing is owed', async () => {
    const { inviter, id } = await addInviter(10)
    await json(payOut(studio, operator, { user_id: id, amount: 9.99 }))
    await json(payOut(studio, operator, { user_id: id, amount: 0.01 }))
    expect(await refusal(payOut(studio, operator, { user_id: id, amount: 0.01 }))).toEqual([
      400,
      'bad_request',
      'amount too_large'
    ])
    expect(await statusOf(studio, inviter)).toMatchObject({ paid_out: 10, payable: 0 })
  })

  test('is accepted only as far as the rewards cover it when many arrive at once', async () => {
    const { inviter, id } = await addInviter(10)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => payOut(studio, operator, { user_id: id, amount: 3 }))
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      200,
      200,
      ...Array.from({ length: 9 }, () => 400)
    ])
    expect(await statusOf(studio, inviter)).toMatchObject({ paid_out: 9, payable: 1 })
    expect((await payoutsOf(studio, operator, `user_id=${id}`)).count).toBe(3)
  })

  test('repeated with its idempotency key is made once, and another body is refused', async () => {
    const { inviter, id } = await addInviter(10)
    const send = (amount: number): Promise<Response> =>
      payOut(studio, operator, { user_id: id, amount }, { 'idempotency-key': `pay-${id}` })
    const [first, second] = [await json<Payout>(send(2)), await json<Payout>(send(2))]
    expect(second).toEqual(first)
    expect((await send(3)).status).toBe(422)
    expect(await statusOf(studio, inviter)).toMatchObject({ paid_out: 2 })
  })

  test('of an order that is refunded later is deducted from the next rewards', async () => {
    const { inviter, id, inviteeId, order } = await addInviter(10)
    await json(payOut(studio, operator, { user_id: id, amount: 10 }))
    await reversed(studio, order, 10_000)
    expect(await statusOf(studio, inviter)).toMatchObject({ reward: 0, paid_out: 10, payable: -10 })
    expect(await refusal(payOut(studio, operator, { user_id: id, amount: 0.01 }))).toEqual([
      400,
      'bad_request',
      'amount too_large'
    ])
    await rewarded(studio, inviteeId, 15_000)
    expect(await statusOf(studio, inviter)).toMatchObject({ reward: 15, paid_out: 10, payable: 5 })
  })

  test('from sandbox rewards pays no real money; as soon as real rewards exist, only they are owed', async () => {
    const { inviter, inviterId: id, inviteeId } = await pair(studio)
    await rewarded(studio, inviteeId, 50_000, 'sandbox')
    expect(await json<Payout>(payOut(studio, operator, { user_id: id, amount: 1 }))).toMatchObject({
      fund: 'sandbox'
    })
    await rewarded(studio, inviteeId, 1000)
    expect(await refusal(payOut(studio, operator, { user_id: id, amount: 1.01 }))).toEqual([
      400,
      'bad_request',
      'amount too_large'
    ])
    expect(await json<Payout>(payOut(studio, operator, { user_id: id, amount: 1 }))).toMatchObject({
      fund: 'real'
    })
    expect(await statusOf(studio, inviter)).toMatchObject({ fund: 'real', paid_out: 1, payable: 0 })
  })

  test('can be recorded by operators only', async () => {
    const { inviter, id } = await addInviter(10)
    expect(await refusal(payOut(studio, inviter, { user_id: id, amount: 1 }))).toEqual([
      403,
      'forbidden'
    ])
    for (const path of ['distribution-payouts', 'distribution-payouts/history']) {
      expect(
        await refusal(studio.call(`/api/v1/${path}`, { token: inviter.token.access_token }))
      ).toEqual([403, 'forbidden'])
      expect(await refusal(studio.call(`/api/v1/${path}`))).toEqual([401, 'invalid_token'])
    }
    expect(await statusOf(studio, inviter)).toMatchObject({ paid_out: 0 })
  })

  test('is recorded in the audit log, done or refused', async () => {
    const { id } = await addInviter(1)
    await payOut(studio, operator, { user_id: id, amount: 1 })
    await payOut(studio, operator, { user_id: id, amount: 1 })
    const rows = await studio.context.database.db
      .selectFrom('audit')
      .selectAll()
      .where('changes', 'like', `%${id}%`)
      .execute()
    expect(rows.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'refused'])
    expect(rows[0]).toMatchObject({
      method: 'post',
      path: '/api/v1/distribution-payouts',
      user_id: await idOf(studio, operator)
    })
  })
})

describe('the list of owed rewards', () => {
  test('has the largest first, in pages, without inviters who are owed nothing', async () => {
    const [little, much, none] = [
      await addInviter(2000),
      await addInviter(3000),
      await addInviter(1)
    ]
    await json(payOut(studio, operator, { user_id: none.id, amount: 1 }))
    const { items, count } = await owedTo(studio, operator, 'limit=2')
    expect(items.map(({ user }) => user.id)).toEqual([much.id, little.id])
    expect(items[0]).toMatchObject({
      user: { email: much.inviter.email },
      fund: 'real',
      reward: 3000,
      paid_out: 0,
      payable: 3000
    })
    expect(
      (await owedTo(studio, operator, 'limit=1&offset=1')).items.map(({ user }) => user.id)
    ).toEqual([little.id])
    expect((await owedTo(studio, operator, `user_id=${none.id}`)).items).toEqual([])
    expect((await owedTo(studio, operator, `user_id=${none.id}&all=1`)).items).toMatchObject([
      { paid_out: 1, payable: 0 }
    ])
    expect((await owedTo(studio, operator, 'all=1')).count).toBeGreaterThan(count)
  })
})
