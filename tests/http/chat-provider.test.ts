import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findModel } from '#catalog/chat/models.ts'
import type { Application } from '#contract/application.ts'
import { microToCredits, tokenCost } from '#core/money.ts'
import { chatCalls, openVendorChat, type VendorChat } from '../support/http-chat-calls.ts'
import type { OpenaiServer } from '../support/openai-server.ts'
import { frames, json, person, type TestPerson, type TestStudio } from '../support/studio.ts'

const MODEL = 'gpt-5-all'
const price = findModel(MODEL)?.price ?? { input: 0, output: 0 }

let studio: TestStudio
let ada: TestPerson

const { call, readPlan } = chatCalls(() => ({ studio, ada }), {})
const ask = (body: object, headers: Record<string, string> = {}): Promise<Response> =>
  call({ model: MODEL, ...body }, headers)

function ledgerSum(): Promise<number> {
  return studio.context.database.db
    .selectFrom('ledger')
    .select(({ fn }) => fn.sum<number>('amount').as('sum'))
    .where('application_id', '=', ada.application.id)
    .executeTakeFirstOrThrow()
    .then(row => microToCredits(Number(row.sum)))
}

describe('with a provider', () => {
  let world: VendorChat
  beforeAll(async () => {
    world = await openVendorChat()
    ;({ studio, ada } = world)
  })
  afterAll(() => world.close())

  test('an answer is streamed, and its measured tokens are charged in real money', async () => {
    world.vendor.mode = 'answer'
    const { text, done, frames: found } = await frames(await ask({ question: 'hello' }))
    expect([text, done]).toEqual(['Grüße aus dem **Test**: 你好, мир 🎉.', true])
    expect(found.at(-1)).toMatchObject({ usage: { prompt_tokens: 12, completion_tokens: 34 } })
    expect((await readPlan()).used_amount).toBe(microToCredits(tokenCost(price, 12, 34)))
    const [request] = world.vendor.requests
    expect(request?.body).toMatchObject({
      model: 'gpt-6-sol',
      stream: true,
      messages: [{ role: 'user' }]
    })
    expect(request?.headers.authorization).toBe('Bearer secret-key')
  })

  test.each<[OpenaiServer['mode'], string, boolean]>([
    ['busy', 'busy', false],
    ['failed', 'api_error', false],
    ['html', 'api_error', false],
    ['empty', 'api_error', false],
    ['reset', 'api_error', false],
    ['unauthorized', 'api_error', false],
    ['filtered', 'forbidden', true],
    ['cut_frame', 'chat_error', true],
    ['no_finish', 'chat_error', true],
    ['wordless', 'chat_error', false]
  ])(
    'a provider that is %s leads to the code %s; text is shown and charged: %s',
    async (mode, code, charged) => {
      const before = (await readPlan()).used_amount
      world.vendor.mode = mode
      const { frames: found, text, done } = await frames(await ask({ question: 'hello' }))
      expect(done).toBe(false)
      expect(found.at(-1)).toMatchObject({ type: 'error', error: { code } })
      expect(JSON.stringify(found)).not.toContain('secret-key')
      expect(text !== '').toBe(charged)
      expect((await readPlan()).used_amount > before).toBe(charged)
      expect((await readPlan()).remaining_amount).toBe(await ledgerSum())
    }
  )

  test('a request to a provider that is briefly busy is repeated', async () => {
    world.vendor.mode = 'busy'
    world.vendor.busyTimes =
      world.vendor.requests.filter(request => request.mode === 'busy').length + 2
    world.vendor.retryAfter = '0'
    expect((await frames(await ask({ question: 'hello' }))).done).toBe(true)
  })

  test('a user gets free real credits only after confirming the email address', async () => {
    const eve = await person(studio)
    expect(eve.application).toMatchObject({ remaining_amount: 0, free: 'needs_verified_email' })
    const refused = await studio.call('/aichat/conversations', {
      json: { model: MODEL, question: 'hi' },
      token: eve.credential.token
    })
    expect(refused.status).toBe(403)
    await studio.context.database.db
      .updateTable('user')
      .set({ emailVerified: 1 })
      .where('email', '=', eve.email)
      .execute()
      .catch(() =>
        studio.context.database.db
          .updateTable('user')
          .set({ emailVerified: true })
          .where('email', '=', eve.email)
          .execute()
      )
    const now = await json<Application>(
      studio.call(`/api/v1/applications/${eve.application.id}`, { token: eve.token.access_token })
    )
    expect(now).toMatchObject({ remaining_amount: 20, free: 'granted' })
  })

  test('a model whose provider has no key is refused', async () => {
    const answer = await ask({ question: 'hi', model: 'deepseek-v3' })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      400,
      'api_not_implemented'
    ])
  })
})
