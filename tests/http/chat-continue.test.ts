import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '#contract/conversation.ts'
import { CONTINUE_PROMPT } from '#core/chat.ts'
import { estimateTokens } from '#core/tokens.ts'
import { chatCalls, openVendorChat, type VendorChat } from '../support/http-chat-calls.ts'
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

const { ask, call, readBranch, readConversation, refusedFor } = chatCalls(() => ({ studio, ada }), {
  model: 'gpt-5-all'
})

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

describe('continuing an answer', () => {
  withSandbox()

  test('completes the broken text, and only the new part is charged', async () => {
    const whole = await ask({ question: 'Tell me of tides [sandbox:tokens=150]' })
    const broken = await ask({ question: 'Tell me of tides [sandbox:tokens=150] [sandbox:break]' })
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
    expect(await refusedFor({ id, continue: idOf(answer) })).toEqual([
      400,
      'bad_request',
      'continue'
    ])
    expect(await refusedFor({ id, continue: idOf(question) })).toEqual([
      400,
      'bad_request',
      'continue'
    ])
  })
})

describe('with a provider', () => {
  let world: VendorChat
  beforeAll(async () => {
    world = await openVendorChat()
    ;({ studio, ada } = world)
  })
  afterAll(() => world.close())

  test('a continued answer shows its first part at once and requests the rest', async () => {
    world.vendor.hold(4)
    const answer = await call({ model: 'gpt-5-all', question: 'hello' })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let seen = ''
    while (!seen.includes('text_delta')) seen += (await reader?.read())?.value ?? ''
    const [, id = ''] = /"id":"([^"]+)"/.exec(seen) ?? []
    await json(call({ action: 'stop', id }))
    world.vendor.release()
    const stopped = (await readBranch(id))[1]
    const partial = String(stopped?.content)
    expect(partial).not.toBe('')

    world.vendor.hold(1)
    studio.context.clock.advance(1)
    await json(call({ id, continue: idOf(stopped), async: true }))
    expect((await readBranch(id))[1]).toMatchObject({ state: 'answering', content: partial })
    expect(await refusedFor({ id, regenerate: idOf(stopped) })).toEqual([500, 'busy', undefined])
    expect(await refusedFor({ id, question: 'x', parent_id: null })).toEqual([
      500,
      'busy',
      undefined
    ])
    world.vendor.release()
    await frames(
      await studio.call(`/aichat/conversations/${id}/events`, { token: ada.credential.token })
    )
    expect((await readBranch(id))[1]).toMatchObject({
      state: 'finished',
      content: `${partial}Grüße aus dem **Test**: 你好, мир 🎉.`,
      estimated: false
    })
    expect(world.vendor.requests.at(-1)?.body.messages).toMatchObject([
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: partial },
      { role: 'user', content: CONTINUE_PROMPT }
    ])
  })

  test('of simultaneous questions in one conversation one is accepted and the others are busy', async () => {
    const { id } = await ask({ question: 'hello' })
    world.vendor.hold(1)
    const answers = await Promise.all(
      ['a', 'b', 'c'].map(question => call({ model: 'gpt-5-all', id, question, async: true }))
    )
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, 500, 500])
    expect((await readConversation(id, { tree: true })).messages).toHaveLength(4)
    world.vendor.release()
  })
})
