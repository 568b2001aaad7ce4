import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Conversation, Message } from '#contract/conversation.ts'
import { CONTINUE_PROMPT } from '#core/chat.ts'
import { estimateTokens } from '#core/tokens.ts'
import { readConfig } from '#servers/config.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import {
  frames,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

/** Asks the sandbox for a short answer. */
const short = (words: string): string => `${words} [sandbox:tokens=12]`

let studio: TestStudio
let ada: TestPerson

function call(
  body: Record<string, unknown>,
  headers: Record<string, string> = {}
): Promise<Response> {
  return studio.call('/aichat/conversations', { json: body, token: ada.credential.token, headers })
}
async function ask(
  body: Record<string, unknown>
): Promise<{ id: string; frames: Record<string, unknown>[]; text: string }> {
  const events = await frames(await call({ model: 'gpt-5-all', ...body }))
  return { ...events, id: String(events.frames[0]?.['id']) }
}
function readConversation(id: string, more: Record<string, unknown> = {}): Promise<Conversation> {
  return json(call({ action: 'retrieve', id, ...more }))
}
async function readBranch(id: string): Promise<Message[]> {
  return (await readConversation(id)).messages ?? []
}
async function refusal(body: Record<string, unknown>): Promise<unknown> {
  const answer = await call({ model: 'gpt-5-all', ...body })
  const { code, error } = (await answer.json()) as {
    code: string
    error: { issues?: { field: string }[] }
  }
  return [answer.status, code, error.issues?.[0]?.field]
}
function idOf(message: Message | undefined): string {
  return message?.id ?? ''
}

function withSandbox(): void {
  beforeAll(async () => {
    studio = await openStudio()
    ada = await person(studio)
  })
  afterAll(() => studio.close())
}

describe('versions of a question', () => {
  withSandbox()

  test('are all kept, and each can be shown again', async () => {
    const { id } = await ask({ question: short('one') })
    await ask({ id, question: short('two') })
    const before = await readBranch(id)
    const third = await ask({ id, question: short('zwei'), parent_id: idOf(before[1]) })
    const after = await readBranch(id)
    expect(after.map(message => message.id).slice(0, 2)).toEqual(
      before.map(message => message.id).slice(0, 2)
    )
    expect(after[2]).toMatchObject({
      content: short('zwei'),
      parent_id: idOf(before[1]),
      versions: [before[2]?.id, after[2]?.id]
    })
    expect(after[3]?.content).toBe(third.text)
    expect(after[0]).not.toHaveProperty('versions')

    const shown = await json<Conversation>(call({ action: 'update', id, leaf_id: idOf(before[2]) }))
    expect(shown.messages?.map(message => message.id)).toEqual(before.map(message => message.id))
    expect(shown.leaf_id).toBe(before[3]?.id)
    expect((await readConversation(id, { tree: true })).messages).toHaveLength(6)
  })

  test('without a parent start over, without the earlier messages', async () => {
    const first = await ask({ question: short('one') })
    const second = await ask({ id: first.id, question: short('one'), parent_id: null })
    const messages = await readBranch(first.id)
    expect(messages).toHaveLength(2)
    expect(messages[0]).toMatchObject({
      parent_id: null,
      versions: [expect.any(String), messages[0]?.id]
    })
    expect(second.frames.at(-1)?.['usage']).toEqual(first.frames.at(-1)?.['usage'])
  })

  test('are followed by the next question in the shown branch', async () => {
    const { id } = await ask({ question: short('one') })
    const before = await readBranch(id)
    await ask({ id, question: short('eins'), parent_id: null })
    await call({ action: 'update', id, leaf_id: idOf(before[0]) })
    await ask({ id, question: short('two') })
    expect((await readBranch(id)).map(message => message.parent_id)).toEqual([
      null,
      ...(await readBranch(id)).slice(0, 3).map(message => message.id)
    ])
    expect((await readBranch(id))[0]?.id).toBe(before[0]?.id)
  })

  test('with a foreign or unknown parent are refused at no cost', async () => {
    const [one, other] = [
      await ask({ question: short('one') }),
      await ask({ question: short('other') })
    ]
    const foreign = idOf((await readBranch(other.id))[1])
    for (const parent_id of [foreign, 'nobody'])
      expect(await refusal({ id: one.id, question: 'x', parent_id })).toEqual([
        400,
        'bad_request',
        'parent_id'
      ])
    expect(await refusal({ question: 'x', parent_id: foreign })).toEqual([
      400,
      'bad_request',
      'parent_id'
    ])
    expect(await refusal({ action: 'update', id: one.id, leaf_id: foreign })).toEqual([
      400,
      'bad_request',
      'leaf_id'
    ])
    expect((await readConversation(one.id, { tree: true })).messages).toHaveLength(2)
  })
})

describe('regenerating an answer', () => {
  withSandbox()

  test('adds a version below the same question, by the id of the answer or the question', async () => {
    const { id } = await ask({ question: short('one') })
    const [question, first] = await readBranch(id)
    const { frames: events } = await ask({ id, regenerate: idOf(first), model: 'deepseek-v3' })
    const second = (await readBranch(id))[1]
    expect(events[0]).toMatchObject({
      type: 'start',
      message_id: second?.id,
      question_id: question?.id,
      parent_id: null
    })
    expect(second).toMatchObject({
      model: 'deepseek-flash',
      versions: [first?.id, second?.id],
      parent_id: question?.id
    })
    await ask({ id, regenerate: idOf(question) })
    expect((await readBranch(id))[1]?.versions).toHaveLength(3)
    expect(
      (await readConversation(id, { tree: true })).messages?.map(message => message.role)
    ).toEqual(['user', 'assistant', 'assistant', 'assistant'])
  })

  test('uses the model of the conversation when none is named', async () => {
    const { id } = await ask({ question: short('one'), model: 'deepseek-v3' })
    await ask({ id, regenerate: idOf((await readBranch(id))[1]), model: '' })
    expect((await readBranch(id))[1]?.model).toBe('deepseek-flash')
  })

  test('is refused for an unknown message', async () => {
    const { id } = await ask({ question: short('one') })
    expect(await refusal({ id, regenerate: 'nobody' })).toEqual([400, 'bad_request', 'regenerate'])
    expect(await refusal({ regenerate: 'nobody' })).toEqual([400, 'bad_request', 'regenerate'])
    expect(await refusal({ id, continue: 'nobody' })).toEqual([400, 'bad_request', 'continue'])
  })
})

describe('continuing an answer', () => {
  withSandbox()

  test('completes the broken text, and only the new part is charged', async () => {
    const whole = await ask({ question: 'Tell me of tides' })
    const broken = await ask({ question: 'Tell me of tides [sandbox:break]' })
    const failed = (await readBranch(broken.id))[1]
    expect(failed).toMatchObject({
      state: 'failed',
      content: broken.text,
      error: { code: 'chat_error', trace_id: expect.any(String) }
    })
    const rest = await ask({ id: broken.id, continue: idOf(failed) })
    const answer = (await readBranch(broken.id))[1]
    expect(rest.text).not.toBe('')
    expect(answer).toMatchObject({
      state: 'finished',
      content: broken.text + rest.text,
      versions: [failed?.id, answer?.id]
    })
    expect(answer?.content).toBe(whole.text)
    expect(answer?.usage).toMatchObject({ completion_tokens: estimateTokens(rest.text) })
  })

  test('stores no text in the receipts, which outlive the conversation', async () => {
    const { id, text } = await ask({ question: short('one') })
    await ask({ id, continue: idOf((await readBranch(id))[1]) })
    const { db } = studio.context.database
    const receipts = await db
      .selectFrom('run')
      .select(['request', 'response'])
      .where('conversation_id', '=', id)
      .execute()
    expect(receipts).toHaveLength(2)
    expect(JSON.stringify(receipts)).not.toContain(text.slice(0, 20))
  })

  test('also works for a finished answer', async () => {
    const { id, text } = await ask({ question: short('one') })
    const rest = await ask({ id, continue: idOf((await readBranch(id))[1]) })
    expect(rest.text).not.toBe('')
    expect((await readBranch(id))[1]?.content).toBe(text + rest.text)
  })

  test('is refused for an empty answer and for a question', async () => {
    const { id } = await ask({ question: 'one [sandbox:fail=busy]' })
    const [question, answer] = await readBranch(id)
    expect(await refusal({ id, continue: idOf(answer) })).toEqual([400, 'bad_request', 'continue'])
    expect(await refusal({ id, continue: idOf(question) })).toEqual([
      400,
      'bad_request',
      'continue'
    ])
  })
})

describe('with a provider', () => {
  let vendor: OpenaiServer
  beforeAll(async () => {
    vendor = await startOpenaiServer()
    studio = await openStudio({
      config: readConfig({ OPENAI_API_KEY: 'secret-key', OPENAI_BASE_URL: vendor.url })
    })
    ada = await person(studio)
  })
  afterAll(async () => {
    await studio.close()
    await vendor.close()
  })

  test('a continued answer shows its first part at once and requests the rest', async () => {
    vendor.hold(4)
    const answer = await call({ model: 'gpt-5-all', question: 'hello' })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let seen = ''
    while (!seen.includes('text_delta')) seen += (await reader?.read())?.value ?? ''
    const [, id = ''] = /"id":"([^"]+)"/.exec(seen) ?? []
    await json(call({ action: 'stop', id }))
    vendor.release()
    const stopped = (await readBranch(id))[1]
    const partial = String(stopped?.content)
    expect(partial).not.toBe('')

    vendor.hold(1)
    studio.context.clock.advance(1)
    await json(call({ id, continue: idOf(stopped), async: true }))
    expect((await readBranch(id))[1]).toMatchObject({ state: 'answering', content: partial })
    expect(await refusal({ id, regenerate: idOf(stopped) })).toEqual([500, 'busy', undefined])
    expect(await refusal({ id, question: 'x', parent_id: null })).toEqual([500, 'busy', undefined])
    vendor.release()
    await frames(
      await studio.call(`/aichat/conversations/${id}/events`, { token: ada.credential.token })
    )
    expect((await readBranch(id))[1]).toMatchObject({
      state: 'finished',
      content: `${partial}Grüße aus dem **Test**: 你好, мир 🎉.`,
      estimated: false
    })
    expect(vendor.requests.at(-1)?.body.messages).toMatchObject([
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: partial },
      { role: 'user', content: CONTINUE_PROMPT }
    ])
  })

  test('of simultaneous questions in one conversation one is accepted and the others are busy', async () => {
    const { id } = await ask({ question: 'hello' })
    vendor.hold(1)
    const answers = await Promise.all(
      ['a', 'b', 'c'].map(question => call({ model: 'gpt-5-all', id, question, async: true }))
    )
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, 500, 500])
    expect((await readConversation(id, { tree: true })).messages).toHaveLength(4)
    vendor.release()
  })
})
