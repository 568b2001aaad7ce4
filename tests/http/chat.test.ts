import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findModel } from '#catalog/chat/models.ts'
import { microToCredits, tokenCost } from '#core/money.ts'
import { estimateTokens } from '#core/tokens.ts'
import { loadSandboxStrings } from '#sandbox/words.ts'
import { chatCalls } from '../support/http-chat-calls.ts'
import {
  frames,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

const MODEL = 'gpt-5-all'
/** The most expensive model, so that even short answers spend all credits. */
const DEAREST = 'gpt-6-astra'
const price = findModel(MODEL)?.price ?? { input: 0, output: 0 }

let studio: TestStudio
let ada: TestPerson

const { call, readConversation, readPlan } = chatCalls(() => ({ studio, ada }), {})
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

describe('with the sandbox', () => {
  beforeAll(async () => {
    studio = await openStudio({ environment: { FREE_AMOUNT: '5' } })
    ada = await person(studio)
  })
  afterAll(() => studio.close())
  afterEach(async () => expect((await readPlan()).remaining_amount).toBe(await ledgerSum()))

  test('an answer streams numbered data lines by default and costs its measured tokens', async () => {
    const {
      frames: found,
      done,
      text
    } = await frames(await ask({ question: 'Tell me of tides [sandbox:tokens=200]' }))
    expect(done).toBe(true)
    expect(found.map(frame => frame['seq'])).toEqual(found.map((_, index) => index + 1))
    expect(new Set(found.map(frame => frame['id'])).size).toBe(1)
    const last = found.at(-1) as {
      type: string
      usage: { prompt_tokens: number; completion_tokens: number }
    }
    expect(last.type).toBe('done')
    const { prompt_tokens, completion_tokens } = last.usage
    expect((await readPlan()).used_amount).toBe(
      microToCredits(tokenCost(price, prompt_tokens, completion_tokens))
    )
    expect((await readConversation(found[0]?.['id'])).messages?.[1]?.content).toBe(text)
  })

  test('an answer comes as one JSON body or as JSON lines on request', async () => {
    const one = await json<{ answer: string; id: string }>(
      ask({ question: 'one [sandbox:tokens=9]' }, { accept: 'application/json' })
    )
    expect((await readConversation(one.id)).messages?.[1]?.content).toBe(one.answer)
    const lines = (
      await (
        await ask({ question: 'two [sandbox:tokens=9]' }, { accept: 'application/x-ndjson' })
      ).text()
    )
      .trim()
      .split('\n')
    const last = JSON.parse(lines.at(-1) ?? '') as { answer: string; id: string; type: string }
    expect(last.type).toBe('done')
    expect((await readConversation(last.id)).messages?.[1]?.content).toBe(last.answer)
  })

  test('an answer has the language of the question, else that of the request', async () => {
    const headers = { accept: 'application/json', 'accept-language': 'pt-BR' }
    const answer = async (question: string) =>
      (
        await json<{ answer: string }>(
          ask({ question: `${question} [sandbox:tokens=150]` }, headers)
        )
      ).answer
    expect(await answer('Flux?')).toContain(loadSandboxStrings('pt').text('notice'))
    expect(await answer('Was ist Flux?')).toContain(loadSandboxStrings('de').text('notice'))
  })

  test('a conversation is continued, remembered, renamed and deleted', async () => {
    const { id } = await json<{ id: string }>(
      ask({ question: 'first [sandbox:tokens=5]' }, { accept: 'application/json' })
    )
    await ask({ question: 'second [sandbox:tokens=5]', id }, { accept: 'application/json' })
    expect((await readConversation(id)).messages?.map(message => message.role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant'
    ])
    expect(
      await json(ask({ action: 'update', id, title: 'Renamed', editing: true, user_id: 'x' }))
    ).toMatchObject({ title: 'Renamed' })
    const [first] = (await readConversation(id)).messages ?? []
    expect(await json(ask({ action: 'update', id, messages: [first] }))).toMatchObject({
      messages: [{ role: 'user' }]
    })
    expect(await json(ask({ action: 'delete', id }))).toEqual({ id, success: true })
    expect((await ask({ action: 'retrieve', id })).status).toBe(404)
  })

  test('a conversation is not listed if the caller asks not to store it', async () => {
    const before = await json<{ count: number }>(ask({ action: 'retrieve_batch' }))
    await ask(
      { question: 'once [sandbox:tokens=5]', stateful: false },
      { accept: 'application/json' }
    )
    expect((await json<{ count: number }>(ask({ action: 'retrieve_batch' }))).count).toBe(
      before.count
    )
  })

  test('a stopped answer keeps its text so far, which is charged', async () => {
    const before = await readPlan()
    const answer = await ask({ question: 'a long one [sandbox:tokens=4000]' })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let seen = ''
    while (!seen.includes('text_delta')) seen += (await reader?.read())?.value ?? ''
    const [, id] = /"id":"([^"]+)"/.exec(seen) ?? []
    expect(await json(ask({ action: 'stop', id }))).toEqual({ id, success: true })
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      seen += part.value
    expect(seen).toContain('"code":"canceled"')
    expect(seen).not.toContain('[DONE]')
    const { messages = [] } = await readConversation(id)
    expect(messages[1]).toMatchObject({ state: 'failed', error: { code: 'canceled' } })
    const text = String(messages[1]?.content)
    expect(text.length).toBeGreaterThan(0)
    const run = await studio.context.database.db
      .selectFrom('run')
      .selectAll()
      .where('conversation_id', '=', id ?? '')
      .executeTakeFirstOrThrow()
    expect(run).toMatchObject({ state: 'cancelled', measure: 'estimated', reason: 'canceled' })
    expect(run.charged).toBeGreaterThanOrEqual(tokenCost(price, 0, estimateTokens(text)))
    expect((await readPlan()).used_amount).toBeCloseTo(
      before.used_amount + microToCredits(run.charged),
      9
    )
  })

  test('an answer continues after its reader has left, who can read the rest from the events later', async () => {
    const answer = await ask({ question: 'leave [sandbox:tokens=60]' })
    const reader = answer.body?.getReader()
    const first = new TextDecoder().decode((await reader?.read())?.value)
    const [, id] = /"id":"([^"]+)"/.exec(first) ?? []
    await reader?.cancel()
    const rest = await frames(
      await studio.call(`/aichat/conversations/${id}/events?after=1`, {
        token: ada.credential.token
      })
    )
    expect(rest.done).toBe(true)
    expect(rest.frames[0]?.['seq']).toBe(2)
    expect((await readConversation(id)).messages?.[1]).toMatchObject({
      state: 'finished',
      content: rest.text
    })
  })

  test.each([
    ['busy', 500],
    ['too_many_requests', 429],
    ['forbidden', 403],
    ['timeout', 504],
    ['api_error', 500]
  ])('a refusal before any output (%s) costs nothing', async (code, status) => {
    const before = await readPlan()
    const streamed = await frames(await ask({ question: `no [sandbox:fail=${code}]` }))
    expect(streamed).toMatchObject({ done: false, text: '' })
    expect(streamed.frames.at(-1)).toMatchObject({ type: 'error', error: { code } })
    const plain = await ask(
      { question: `no [sandbox:fail=${code}]` },
      { accept: 'application/json' }
    )
    expect([plain.status, ((await plain.json()) as { code: string }).code]).toEqual([status, code])
    expect(await readPlan()).toMatchObject({
      remaining_amount: before.remaining_amount,
      used_amount: before.used_amount
    })
  })

  test('an answer that breaks off keeps its text and its error', async () => {
    const { frames: found, text } = await frames(
      await ask({ question: 'break [sandbox:tokens=100] [sandbox:break]' })
    )
    expect(found.at(-1)).toMatchObject({ type: 'error', error: { code: 'chat_error' } })
    expect((await readConversation(found[0]?.['id'])).messages?.[1]).toMatchObject({
      state: 'failed',
      content: text
    })
  })

  test('a second question during an answer is refused as busy', async () => {
    const first = await ask({ question: 'slow [sandbox:tokens=2000]' })
    const reader = first.body?.getReader()
    const [, id] =
      /"id":"([^"]+)"/.exec(new TextDecoder().decode((await reader?.read())?.value)) ?? []
    const second = await ask({ question: 'me too', id })
    expect([second.status, ((await second.json()) as { code: string }).code]).toEqual([500, 'busy'])
    await ask({ action: 'stop', id })
    await reader?.cancel()
  })

  test('an answer ends with used_up when the credits run out, without debt', async () => {
    let last: Record<string, unknown> | undefined
    for (let turn = 0; turn < 40 && last?.['type'] !== 'error'; turn++) {
      const body = { model: DEAREST, question: 'more [sandbox:tokens=8000]' }
      last = (await frames(await ask(body))).frames.at(-1)
    }
    expect(last).toMatchObject({ type: 'error', error: { code: 'used_up' } })
    const { remaining_amount, used_amount } = await readPlan()
    expect(remaining_amount).toBeGreaterThanOrEqual(0)
    expect(remaining_amount + used_amount).toBeCloseTo(5, 9)
    for (;;) {
      const answer = await ask(
        { question: 'and now [sandbox:tokens=20]' },
        { accept: 'application/json' }
      )
      if (answer.ok) continue
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        403,
        'used_up'
      ])
      break
    }
  })
})
