import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  answered,
  ASKED,
  beginChat,
  DONE,
  endChat,
  frame,
  offline,
  refusal,
  running,
  shown,
  START,
  taken,
  type ChatWorld
} from '../../tests/support/chat-world.ts'
import { sendQuestion, followAnswer, stopOpenAnswer } from '#stores/asking.ts'
import { $balance } from '#stores/balance.ts'
import { $conversations } from '#stores/conversations.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'
import { currentThread, switchThread, openThread } from '#stores/thread.ts'

let chat: ChatWorld

beforeEach(() => {
  chat = beginChat()
})
afterEach(endChat)

describe('asking a question', () => {
  test('the answer arrives in pieces, and the conversation gets its id, title and list entry', async () => {
    saveDraft('new:chatgpt', 'Why?')
    chat.answers = [
      answered(
        chat,
        'a1',
        START,
        frame(2, 'Be'),
        frame(3, 'cause.'),
        frame(4, '', { type: 'done', balance: { remaining_amount: 3, spendable_amount: 4.5 } })
      )
    ]
    expect(await sendQuestion(ASKED)).toBe(true)
    expect($balance.get()?.credits).toBe(4.5)
    expect(chat.sent).toHaveLength(1)
    expect(shown()).toEqual(['user Why? finished', 'assistant Because. finished'])
    expect(currentThread()).toMatchObject({ id: 'c1', title: 'Why?', phase: 'idle' })
    expect($conversations.get()?.items.map(({ id, title }) => [id, title])).toEqual([
      ['c1', 'Why?']
    ])
    expect(readDraft('new:chatgpt')).toBe('')
    expect(chat.sent[0]?.body).toEqual({
      question: 'Why?',
      model: 'gpt-5-all',
      references: [],
      current: true,
      stateful: true,
      async: true
    })
    expect(chat.sent[0]?.headers).toMatchObject({
      authorization: 'Bearer pm_secret',
      accept: 'application/json'
    })
  })

  test('a question in an open conversation is sent with its id', async () => {
    openThread({
      id: 'c1',
      model: 'gpt-5-all',
      title: 'T',
      messages: [],
      created_at: 0,
      updated_at: 0
    })
    chat.answers = [answered(chat, 'a2', START, DONE)]
    await sendQuestion(ASKED)
    expect(chat.sent[0]?.body['id']).toBe('c1')
    expect(currentThread().title).toBe('T')
  })

  test('both turns get their ids and parents, and the answer its usage, price and thinking time', async () => {
    const start = { ...START, question_id: 'q2', message_id: 'a2', parent_id: 'a1' }
    const end = {
      type: 'done',
      usage: { total_tokens: 46 },
      estimated: true,
      price: 0.0123,
      thought: 0.2
    }
    openThread({
      id: 'c1',
      model: 'm',
      title: 'T',
      messages: [{ id: 'a1', role: 'assistant', content: 'Hi' }],
      created_at: 0,
      updated_at: 0
    })
    chat.answers = [answered(chat, 'a9', start, frame(2, 'Be'), frame(3, '', end))]
    await sendQuestion(ASKED)
    expect(chat.sent[0]?.body).toMatchObject({ id: 'c1', parent_id: 'a1' })
    expect(currentThread().turns[1]).toMatchObject({ id: 'q2', parent: 'a1', content: 'Why?' })
    expect(currentThread().turns[2]).toMatchObject({
      id: 'a2',
      parent: 'q2',
      content: 'Be',
      tokens: 46,
      estimated: true,
      price: 0.0123,
      thought: 1,
      model: 'gpt-5-all'
    })
  })

  test('shows the thinking time that the server measured', async () => {
    const thinks = frame(2, '', { delta_reasoning: 'Hm.' })
    chat.answers = [
      answered(
        chat,
        'a10',
        START,
        thinks,
        frame(3, 'Yes.'),
        frame(4, '', { type: 'done', thought: 7.4 })
      )
    ]
    await sendQuestion(ASKED)
    expect(currentThread().turns[1]).toMatchObject({ reasoning: 'Hm.', thought: 7 })
  })

  test('a new chat opened before the response keeps only text typed after sending', async () => {
    saveDraft('new:chatgpt', 'Why?')
    const { promise, resolve } = Promise.withResolvers<void>()
    chat.answers = [
      () => promise.then(answered(chat, 'a1', START, DONE)),
      () => promise.then(answered(chat, 'a2', START, DONE))
    ]
    const asked = sendQuestion(ASKED)
    switchThread(null)
    resolve()
    expect(await asked).toBe(true)
    expect(readDraft('new:chatgpt')).toBe('')

    const again = sendQuestion(ASKED)
    saveDraft('new:chatgpt', 'Something else')
    switchThread(null)
    expect(await again).toBe(true)
    expect(readDraft('new:chatgpt')).toBe('Something else')
    expect(readDraft('c1')).toBe('')
    expect(shown()).toEqual([])
  })

  test('a refused question stays a draft, shows the reason and is replaced by the next question', async () => {
    saveDraft('new:chatgpt', 'Why?')
    chat.answers = [refusal('used_up'), answered(chat, 'a3', START, DONE)]
    expect(await sendQuestion(ASKED)).toBe(false)
    expect(shown()).toEqual(['user Why? finished', 'assistant failed used_up'])
    expect(currentThread().turns[1]?.failure).toMatchObject({ sentence: 'No.', traceId: 't1' })
    expect(readDraft('new:chatgpt')).toBe('Why?')
    await sendQuestion({ ...ASKED, question: 'How?' })
    expect(shown()).toEqual(['user How? finished', 'assistant finished'])
  })

  test('reuses the idempotency key only for a question that may have reached the server', async () => {
    const once = (run: string): (() => Response) => answered(chat, run, START, DONE)
    chat.answers = [offline, once('a4'), once('a5'), offline, once('a6')]
    for (const question of ['Why?', 'Why?', 'Why?', 'Who?', 'How?'])
      await sendQuestion({ ...ASKED, question })
    const keys = chat.sent.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toBe(keys[1])
    expect(new Set(keys).size).toBe(4)
  })

  test('an answer that fails keeps the text that has arrived before', async () => {
    const error = { code: 'chat_error', message: 'No.', detail: 'model gone' }
    chat.answers = [
      answered(chat, 'a7', START, frame(2, 'Half'), frame(3, '', { type: 'error', error }))
    ]
    expect(await sendQuestion(ASKED)).toBe(true)
    expect(shown()).toEqual(['user Why? finished', 'assistant Half failed chat_error'])
  })

  test('a question that is sent twice shows its answer from the beginning', async () => {
    chat.answers = [
      answered(chat, 'a8', START, frame(2, 'Because.'), frame(3, '', { type: 'done' })),
      () => taken('a8')
    ]
    await sendQuestion(ASKED)
    openThread(null)
    const again = sendQuestion(ASKED)
    await vi.waitFor(() => expect(chat.sent).toHaveLength(2))
    // The page reconnects its feed from the start of the run, and the server replays the run.
    await vi.waitFor(() => expect(chat.opened.at(-1)).toContain('a8%3A0'))
    for (const event of [START, frame(2, 'Because.'), frame(3, '', { type: 'done' })])
      chat.tell({ ...event, run_id: 'a8' })
    await again
    expect(shown()).toEqual(['user Why? finished', 'assistant Because. finished'])
  })
})

describe('following and stopping an answer', () => {
  test('stop cancels the answer on the server as soon as it has begun', async () => {
    let begin = (_: Response): void => undefined
    chat.answers = [
      () => new Promise(resolve => (begin = resolve)),
      () => Response.json({ id: 'c1', success: true })
    ]
    const asking = sendQuestion(ASKED)
    await vi.waitFor(() => expect(chat.sent).toHaveLength(1))
    await stopOpenAnswer()
    expect(currentThread().phase).toBe('stopping')
    const error = { code: 'canceled', message: 'Stopped.' }
    begin(answered(chat, 'b1', START, frame(2, 'Be'), frame(3, '', { type: 'error', error }))())
    await asking
    expect(chat.sent[1]?.body).toEqual({ action: 'stop', id: 'c1' })
    expect(shown().at(-1)).toBe('assistant Be failed canceled')
    expect(currentThread().phase).toBe('idle')
  })

  test('follows an answer that was being written when the page was rendered', async () => {
    openThread(running)
    chat.early = [START, frame(2, 'Because.'), frame(3, '', { type: 'done' })]
    expect(await followAnswer()).toBe(true)
    expect(chat.opened[0]).toContain('?cursor=.r1%3A0'.replace('.', encodeURIComponent('.')))
    expect(shown().at(-1)).toBe('assistant Because. finished')
  })

  test('fetches the whole answer when the server no longer has its events', async () => {
    openThread(running)
    const over = {
      ...running,
      answering: undefined,
      messages: [{ role: 'assistant', content: 'Because.', state: 'finished' }]
    }
    chat.early = [frame(0, '', { type: 'gone' })]
    chat.answers = [() => Response.json(over)]
    await followAnswer()
    expect(shown()).toEqual(['assistant Because. finished'])
    expect(currentThread().phase).toBe('idle')
  })

  test('does not follow an answer that has ended', async () => {
    openThread({ ...running, messages: [{ role: 'assistant', content: 'x', state: 'finished' }] })
    expect(await followAnswer()).toBe(false)
    expect(chat.sent).toEqual([])
  })
})
