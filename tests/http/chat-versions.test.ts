import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Conversation, Message } from '#contract/conversation.ts'
import { chatCalls } from '../support/http-chat-calls.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

/** Adds to a question that the sandbox answers it with twelve tokens. */
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

  test('with `parent_id` null begin again: the model does not get the earlier messages', async () => {
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

  test('get the next question below the version that is shown', async () => {
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

  test('whose parent is unknown or in another conversation are refused, and add no message', async () => {
    const [one, other] = [
      await ask({ question: short('one') }),
      await ask({ question: short('other') })
    ]
    const foreign = idOf((await readBranch(other.id))[1])
    for (const parent_id of [foreign, 'nobody'])
      expect(await refusedFor({ id: one.id, question: 'x', parent_id })).toEqual([
        400,
        'bad_request',
        'parent_id'
      ])
    expect(await refusedFor({ question: 'x', parent_id: foreign })).toEqual([
      400,
      'bad_request',
      'parent_id'
    ])
    expect(await refusedFor({ action: 'update', id: one.id, leaf_id: foreign })).toEqual([
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

  test('and continuing are refused for an unknown message', async () => {
    const { id } = await ask({ question: short('one') })
    expect(await refusedFor({ id, regenerate: 'nobody' })).toEqual([
      400,
      'bad_request',
      'regenerate'
    ])
    expect(await refusedFor({ regenerate: 'nobody' })).toEqual([400, 'bad_request', 'regenerate'])
    expect(await refusedFor({ id, continue: 'nobody' })).toEqual([400, 'bad_request', 'continue'])
  })
})
