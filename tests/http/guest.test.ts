import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import type { ProblemBody } from '#core/problem.ts'
import { apiRoutes } from '#servers/api/api.ts'
import { authRoutes } from '#servers/auth/routes.ts'
import { platformRoutes } from '#servers/platform/routes.ts'
import { whereIs } from '../support/account.ts'
import { openGuestWorld, refusal, type GuestWorld } from '../support/guest-world.ts'
import { frames, json } from '../support/studio.ts'

let world: GuestWorld
const begin = async (): Promise<void> => {
  world = await openGuestWorld()
}

describe('a guest', () => {
  beforeAll(begin)
  afterAll(() => world.studio.close())

  test('asks once, reads the answer again, and is then asked to sign in', async () => {
    const { token, id } = await world.answered()
    const read = await json<Conversation>(world.chat(token, { action: 'retrieve', id }))
    expect(read.messages?.map(({ role, state }) => `${role} ${state}`)).toEqual([
      'user finished',
      'assistant finished'
    ])
    const second = await world.ask(token, { id }, { 'accept-language': 'de' })
    expect(second.status).toBe(403)
    const { code, error } = (await second.json()) as ProblemBody
    expect([code, error.message, error.issues]).toEqual([
      'used_up',
      expect.stringContaining('Registrieren Sie sich'),
      [{ field: 'guest', code: 'guest' }]
    ])
    await world.agrees()
  })

  test('gets one answer to ten simultaneous questions, and one run for one idempotency key', async () => {
    const { token } = await world.guest()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.ask(token, { async: true }))
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 403)
    ])
    const other = await world.guest()
    const same = await Promise.all(
      Array.from({ length: 5 }, () =>
        world
          .ask(other.token, { async: true }, { 'idempotency-key': 'k' })
          .then(answer => json<{ run_id: string }>(answer))
      )
    )
    expect(new Set(same.map(each => each.run_id)).size).toBe(1)
  })

  test('asks again after a failure, but not endlessly', async () => {
    const { token } = await world.guest()
    const fail = (): Promise<unknown> =>
      world.ask(token, { question: 'Fail [sandbox:fail=api_error]' }).then(frames)
    await fail()
    const { done } = await frames(await world.ask(token))
    expect(done).toBe(true)
    const unlucky = (await world.guest()).token
    for (let time = 0; time < 3; time++)
      await world.ask(unlucky, { question: 'Fail [sandbox:fail=api_error]' }).then(frames)
    expect(await refusal(world.ask(unlucky))).toEqual([403, 'used_up', 'guest'])
    await world.agrees()
  })

  test('follows the answer on a feed', async () => {
    const { token } = await world.guest()
    const { run_id } = await json<{ run_id: string }>(world.ask(token, { async: true }))
    const leaving = new AbortController()
    const feed = await world.studio.call('/events', { token, signal: leaving.signal })
    const reader = feed.body?.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    while (!(heard.includes('"type":"done"') && heard.includes(run_id)))
      heard += (await reader?.read())?.value ?? ''
    leaving.abort()
    expect(heard).toContain('delta_answer')
  })

  test('sends no files and changes nothing', async () => {
    const { token, id } = await world.answered()
    for (const body of [
      { action: 'update', id, title: 'mine' },
      { action: 'delete', id },
      { action: 'share', id },
      { action: 'import', messages: [] },
      {
        action: 'chat',
        model: 'gpt-5-all',
        question: 'Look',
        references: ['https://a.example/x.png']
      }
    ])
      expect([body.action, ...(await refusal(world.chat(token, body)))]).toEqual([
        body.action,
        403,
        'forbidden',
        'guest'
      ])
  })

  test('is refused by every other route', async () => {
    const { token } = await world.guest()
    const closed = [...platformRoutes, ...authRoutes, ...apiRoutes].filter(
      route => route.who !== 'anyone' && route.guests !== true
    )
    expect(closed.length).toBeGreaterThan(40)
    for (const { method, path, example } of closed) {
      const body = method === 'get' || method === 'delete' ? undefined : { ...example }
      const answer = await world.studio.call(
        path.replace('{service}', 'flux').replaceAll(/\{\w+\}/g, 'x'),
        {
          method: method.toUpperCase(),
          json: body,
          token
        }
      )
      const problem = (await answer.json()) as ProblemBody
      // The OpenAI API has its own error format.
      const code = problem.code ?? problem.error?.code
      expect([
        method,
        path,
        answer.status,
        ['forbidden', 'token_mismatched'].includes(code)
      ]).toEqual([method, path, code === 'forbidden' ? 403 : 401, true])
    }
  })

  test('sees nothing of others and is in no table of users', async () => {
    const eve = await world.answered()
    const { token } = await world.guest()
    expect((await world.chat(token, { action: 'retrieve', id: eve.id })).status).toBe(404)
    expect(
      await json<{ count: number }>(world.chat(token, { action: 'retrieve_batch' }))
    ).toMatchObject({ count: 0 })
    const { db } = world.studio.context.database
    const { id } = await db
      .selectFrom('guest')
      .select('id')
      .orderBy('created_at')
      .executeTakeFirstOrThrow()
    expect(
      (await whereIs(world.studio, id)).filter(table =>
        ['user', 'profile', 'site', 'account', 'session'].includes(table)
      )
    ).toEqual([])
  })
})

describe('guests may ask', () => {
  beforeAll(begin)
  afterAll(() => world.studio.close())

  test('only when the site enables it with a boolean', async () => {
    for (const off of [null, {}, { enabled: false }]) {
      expect((await world.allow(off)).status).toBe(200)
      expect(await refusal(world.arrive())).toEqual([403, 'forbidden', 'guest'])
    }
    for (const wrong of [true, { enabled: 'yes' }])
      expect(await refusal(world.allow(wrong))).toEqual([400, 'bad_request', 'wrong_type'])
    await world.allow({ enabled: true })
    expect((await world.arrive()).status).toBe(200)
  })

  test('only from a page of this deployment, while chat is switched on', async () => {
    for (const origin of [null, 'https://evil.example', 'null'])
      expect(await refusal(world.arrive(undefined, origin))).toEqual([403, 'forbidden', undefined])
    const off = (enabled: boolean): Promise<Response> =>
      world.studio.call('/api/v1/services/chat', {
        method: 'PUT',
        json: { enabled },
        token: world.ada.token.access_token
      })
    await off(false)
    expect(await refusal(world.arrive())).toEqual([403, 'forbidden', 'switched_off'])
    await off(true)
  })
})
