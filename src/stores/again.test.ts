import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  answered,
  beginChat,
  DONE,
  endChat,
  frame,
  offline,
  refusal,
  shown,
  START,
  taken,
  type ChatWorld
} from '../../tests/support/chat-world.ts'
import type { Conversation, Message } from '#contract/conversation.ts'
import {
  continueAnswer,
  editQuestion,
  regenerateAnswer,
  retryQuestion,
  switchVersion
} from '#stores/again.ts'
import { sendQuestion } from '#stores/asking.ts'
import { currentThread, openThread } from '#stores/thread.ts'

const SAID: Message[] = [
  { id: 'q1', parent_id: null, role: 'user', content: 'One', state: 'finished' },
  { id: 'a1', parent_id: 'q1', role: 'assistant', content: 'First', state: 'finished' },
  { id: 'q2', parent_id: 'a1', role: 'user', content: 'Two', state: 'finished' },
  {
    id: 'a2',
    parent_id: 'q2',
    role: 'assistant',
    content: 'Ha',
    state: 'failed',
    error: { code: 'chat_error' }
  }
]
const OPEN: Conversation = {
  id: 'c1',
  model: 'm',
  title: 'T',
  messages: SAID,
  created_at: 0,
  updated_at: 0
}

let chat: ChatWorld
const onTaken = vi.fn()

beforeEach(() => {
  chat = beginChat()
  openThread(OPEN)
  onTaken.mockReset()
})
afterEach(endChat)

const start = (question: string, answer: string) => ({
  ...START,
  question_id: question,
  message_id: answer
})

describe('editing a question', () => {
  test('shows the edited question as another version of the old one', async () => {
    chat.answers = [
      answered(chat, 'r20', start('q3', 'a3'), frame(2, 'Better'), frame(3, '', { type: 'done' }))
    ]
    expect(await editQuestion(2, { question: 'Zwei', model: 'm', onTaken })).toBe(true)
    expect(chat.sent[0]?.body).toMatchObject({ question: 'Zwei', id: 'c1', parent_id: 'a1' })
    expect(onTaken).toHaveBeenCalledOnce()
    expect(shown()).toEqual([
      'user One finished',
      'assistant First finished',
      'user Zwei finished',
      'assistant Better finished'
    ])
    expect(currentThread().turns[2]).toMatchObject({
      id: 'q3',
      parent: 'a1',
      versions: ['q2', 'q3']
    })
    expect(currentThread().turns[3]).toMatchObject({ id: 'a3', parent: 'q3', versions: [] })
  })

  test('sends the edited first question with no parent', async () => {
    chat.answers = [answered(chat, 'r21', start('q3', 'a3'), DONE)]
    await editQuestion(0, { question: 'Eins', model: 'm', onTaken })
    expect(chat.sent[0]?.body['parent_id']).toBe(null)
    expect(shown()).toEqual(['user Eins finished', 'assistant finished'])
  })

  test('a refused edit leaves the turns unchanged and shows the reason', async () => {
    chat.answers = [refusal('used_up')]
    expect(await editQuestion(2, { question: 'Zwei', model: 'm', onTaken })).toBe(false)
    expect(onTaken).not.toHaveBeenCalled()
    expect(shown().slice(2)).toEqual(['user Two finished', 'assistant Ha failed chat_error'])
    expect(currentThread()).toMatchObject({
      phase: 'idle',
      notice: { code: 'used_up', traceId: 't1' }
    })
  })

  test('fetches the id of a question that has none before editing it', async () => {
    openThread({ ...OPEN, messages: SAID.map(({ id: _, ...each }) => each) })
    chat.answers = [() => Response.json(OPEN), answered(chat, 'r22', start('q3', 'a3'), DONE)]
    await editQuestion(2, { question: 'Zwei', model: 'm', onTaken })
    expect(chat.sent.map(({ body }) => body['action'] ?? body['question'])).toEqual([
      'retrieve',
      'Zwei'
    ])
    expect(currentThread().turns[2]?.versions).toEqual(['q2', 'q3'])
  })

  test('does not send the edit while another answer is being written, and follows that answer', async () => {
    openThread({ ...OPEN, messages: SAID.map(({ id: _, ...each }) => each) })
    const writing: Message = {
      id: 'a3',
      parent_id: 'q2',
      role: 'assistant',
      content: '',
      state: 'answering'
    }
    chat.answers = [
      () => Response.json({ ...OPEN, answering: 'r31', messages: [...SAID.slice(0, 3), writing] })
    ]
    expect(await editQuestion(2, { question: 'Zwei', model: 'm', onTaken })).toBe(false)
    expect(chat.sent).toHaveLength(1)
    expect(currentThread()).toMatchObject({ phase: 'answering', run: 'r31' })
  })
})

describe('answering again', () => {
  test('regenerate adds a new answer beside the old one', async () => {
    chat.answers = [
      answered(chat, 'r23', start('q1', 'a4'), frame(2, 'Again'), frame(3, '', { type: 'done' }))
    ]
    await regenerateAnswer(1, 'n')
    expect(chat.sent[0]?.body).toMatchObject({ regenerate: 'a1', model: 'n', id: 'c1' })
    expect(shown()).toEqual(['user One finished', 'assistant Again finished'])
    expect(currentThread().turns[1]).toMatchObject({ id: 'a4', versions: ['a1', 'a4'], model: 'n' })
  })

  test('retry regenerates the failed answer of a sent question', async () => {
    chat.answers = [answered(chat, 'r24', start('q2', 'a5'), DONE)]
    await retryQuestion('chatgpt', 'm')
    expect(chat.sent[0]?.body['regenerate']).toBe('a2')
  })

  test('retry sends a refused question again with the same idempotency key', async () => {
    chat.answers = [offline, answered(chat, 'r25', start('q3', 'a3'), DONE)]
    await sendQuestion({ group: 'chatgpt', question: 'Three', model: 'm' })
    await retryQuestion('chatgpt', 'm')
    expect(chat.sent.map(({ body }) => body['question'])).toEqual(['Three', 'Three'])
    expect(chat.sent[1]?.headers['idempotency-key']).toBe(chat.sent[0]?.headers['idempotency-key'])
    expect(shown().slice(4)).toEqual(['user Three finished', 'assistant finished'])
  })

  test('carryOn appends to the text of an interrupted answer', async () => {
    chat.answers = [
      answered(
        chat,
        'r26',
        start('q2', 'a6'),
        frame(2, 'lf'),
        frame(3, ' done.'),
        frame(4, '', { type: 'done' })
      )
    ]
    await continueAnswer('m')
    expect(chat.sent[0]?.body).toMatchObject({ continue: 'a2', model: 'm', id: 'c1' })
    expect(shown().at(-1)).toBe('assistant Half done. finished')
    expect(currentThread().turns[3]).toMatchObject({
      id: 'a6',
      versions: ['a2', 'a6'],
      failure: null
    })
  })

  test('regenerate, carryOn and switchTo do nothing while an answer is being written', async () => {
    chat.answers = [() => taken('r27')]
    const asking = sendQuestion({ group: 'chatgpt', question: 'Three', model: 'm' })
    expect([
      await regenerateAnswer(1, 'm'),
      await continueAnswer('m'),
      await switchVersion('a1')
    ]).toEqual([false, false, false])
    await vi.waitFor(() => expect(currentThread().phase).toBe('answering'))
    expect(chat.sent).toHaveLength(1)
    openThread(null)
    for (const event of [START, DONE]) chat.tell({ ...event, run_id: 'r27' })
    await asking
  })
})

describe('switching versions', () => {
  const other = {
    ...OPEN,
    messages: [...SAID.slice(0, 1), { ...SAID[1], id: 'a0', versions: ['a0', 'a1'] }]
  } as Conversation

  test('shows the version with the turns after it and keeps unchanged turn objects', async () => {
    const before = currentThread().turns
    chat.answers = [() => Response.json(other)]
    expect(await switchVersion('a0')).toBe(true)
    expect(chat.sent[0]?.body).toEqual({ action: 'update', id: 'c1', leaf_id: 'a0' })
    expect(currentThread().turns).toHaveLength(2)
    expect(currentThread().turns[0]).toBe(before[0])
    expect(currentThread().turns[1]).not.toBe(before[1])
  })

  test('shows the version requested last, whichever response arrives last', async () => {
    let late = (_: Response): void => undefined
    chat.answers = [() => new Promise(resolve => (late = resolve)), () => Response.json(other)]
    const first = switchVersion('a9')
    await vi.waitFor(() => expect(chat.sent).toHaveLength(1))
    await switchVersion('a0')
    late(Response.json(OPEN))
    expect(await first).toBe(false)
    expect(currentThread().turns[1]?.id).toBe('a0')
  })

  test('a failed switch leaves the turns unchanged and shows a notice', async () => {
    chat.answers = [refusal('not_found')]
    expect(await switchVersion('a0')).toBe(false)
    expect(shown()).toHaveLength(4)
    expect(currentThread().notice?.code).toBe('not_found')
  })
})
