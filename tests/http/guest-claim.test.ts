import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import type { ClaimedChats } from '#contract/guest.ts'
import { sweepGuests } from '#servers/api/guests/sweep.ts'
import { idOf, whereIs } from '../support/account.ts'
import { openGuestWorld, refusal, type GuestWorld } from '../support/guest-world.ts'
import { frames, json, person, type TestPerson } from '../support/studio.ts'

const DAY = 24 * 3_600_000

let world: GuestWorld
const begin = async (environment: Record<string, string> = {}): Promise<void> => {
  world = await openGuestWorld(environment)
}

describe('real money for guests', () => {
  beforeEach(() => begin({ OPENAI_API_KEY: 'key', GUEST_ANSWERS_PER_DAY: '3' }))
  afterEach(() => world.studio.close())

  test('is granted once a day per address and limited per site, also to simultaneous guests', async () => {
    const twice = await Promise.all([world.arrive('2001:db8::1'), world.arrive('2001:db8::2')])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 429])
    const refused = twice.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    const many = await Promise.all(
      Array.from({ length: 6 }, (_, index) => world.arrive(`203.0.113.${index}`))
    )
    expect(many.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2)
    while ((await world.arrive(`198.51.100.${Math.floor(Math.random() * 250)}`)).status === 200);
    const { db } = world.studio.context.database
    expect(
      await db.selectFrom('guest').select('id').execute(),
      'what was refused left nothing'
    ).toHaveLength(3)
    expect(
      (
        await db.selectFrom('ledger').select('fund').where('reference', 'like', 'guest:%').execute()
      ).map(({ fund }) => fund)
    ).toEqual(Array.from({ length: 3 }, () => 'real'))
    world.studio.context.clock.advance(DAY)
    expect((await world.arrive('2001:db8::1')).status).toBe(200)
    await world.agrees()
  })

  test('is granted twice a day to all IPv6 networks of one customer together', async () => {
    const statuses: number[] = []
    for (const network of [1, 2, 3])
      statuses.push((await world.arrive(`2001:db8:0:${network}::1`)).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await world.arrive('2001:db8:0:100::1')).status).toBe(200)
  })
})

describe('a guest who signs in', () => {
  beforeEach(() => begin())
  afterEach(() => world.studio.close())

  const listConversations = async (who: TestPerson): Promise<string[]> => {
    const { items } = await json<{ items: Conversation[] }>(
      world.chat(who.credential.token, { action: 'retrieve_batch' })
    )
    return items.map(({ id }) => id)
  }

  test('claims the conversation once, and a second claimer gets nothing', async () => {
    const { token, id } = await world.answered()
    const eve = await person(world.studio)
    const claims = await Promise.all([
      world.claim(token, world.ada),
      world.claim(token, eve),
      world.claim(token, world.ada),
      world.claim(token, eve)
    ])
    const won = claims.filter(({ status }) => status === 200)
    expect(claims.map(({ status }) => status).toSorted()).toEqual([200, 200, 404, 404])
    for (const each of won) expect(await json<ClaimedChats>(each)).toEqual({ conversations: [id] })
    const [owner, other] = (await listConversations(world.ada)).includes(id)
      ? [world.ada, eve]
      : [eve, world.ada]
    expect([await listConversations(owner), await listConversations(other)]).toEqual([[id], []])
    expect(
      await json<Conversation>(world.chat(owner.credential.token, { action: 'retrieve', id }))
    ).toMatchObject({ id })
    const usage = await json<{ count: number }>(
      world.studio.call('/api/v1/usage/apis/', { token: owner.token.access_token })
    )
    expect(usage.count).toBe(1)
    expect(await refusal(world.chat(token, { action: 'retrieve', id }))).toEqual([
      401,
      'invalid_token',
      undefined
    ])
    await world.agrees()
  })

  test('continues the conversation with their own credits', async () => {
    const { token, id } = await world.answered()
    await world.claim(token, world.ada)
    const { done } = await frames(await world.ask(world.ada.credential.token, { id }))
    expect(done).toBe(true)
    await world.agrees()
  })

  test('claims an answer that is still running', async () => {
    const { token } = await world.guest()
    const { id } = await json<{ id: string }>(
      world.ask(token, { async: true, question: 'Slowly [sandbox:delay=300] [sandbox:tokens=20]' })
    )
    expect(await json<ClaimedChats>(world.claim(token, world.ada))).toEqual({ conversations: [id] })
    await frames(
      await world.studio.call(`/aichat/conversations/${id}/events`, {
        token: world.ada.credential.token
      })
    )
    const read = await json<Conversation>(
      world.chat(world.ada.credential.token, { action: 'retrieve', id })
    )
    expect(read.messages?.at(-1)).toMatchObject({ role: 'assistant', state: 'finished' })
    const owners = await world.studio.context.database.db
      .selectFrom('passage')
      .select('user_id')
      .where('conversation_id', '=', id)
      .execute()
    expect(new Set(owners.map(each => each.user_id))).toEqual(
      new Set([await idOf(world.studio, world.ada)])
    )
    await world.agrees()
  })

  test('claims nothing with a token that is not a guest’s', async () => {
    for (const token of ['pm_made-up', world.ada.credential.token])
      expect(await refusal(world.claim(token, world.ada))).toEqual([404, 'not_found', undefined])
    expect((await world.studio.call('/aichat/guest/claim', { json: { token: 'x' } })).status).toBe(
      400
    )
  })
})

describe('after a day', () => {
  beforeEach(() => begin())
  afterEach(() => world.studio.close())

  test('unclaimed conversations are removed except for the receipt, and claimed ones stay', async () => {
    const lost = await world.answered()
    const claimed = await world.answered()
    await world.claim(claimed.token, world.ada)
    const { db } = world.studio.context.database
    const [{ id: unclaimed } = { id: '' }] = await db
      .selectFrom('guest')
      .select('id')
      .where('claimed_by', 'is', null)
      .execute()
    await sweepGuests(world.studio.context)
    expect(await db.selectFrom('guest').select('id').execute()).toHaveLength(2)
    world.studio.context.clock.advance(DAY + 3_600_001)
    expect(await refusal(world.chat(lost.token, { action: 'retrieve', id: lost.id }))).toEqual([
      401,
      'token_expired',
      undefined
    ])
    expect((await world.claim(lost.token, world.ada)).status).toBe(401)
    await sweepGuests(world.studio.context)
    expect(await db.selectFrom('guest').select('id').execute()).toEqual([])
    expect((await whereIs(world.studio, unclaimed)).toSorted()).toEqual([
      'application',
      'ledger',
      'run'
    ])
    expect(await whereIs(world.studio, lost.id)).toEqual([])
    expect(await db.selectFrom('conversation').select('id').execute()).toEqual([{ id: claimed.id }])
    await world.agrees()
  })
})
