import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  answered,
  ASKED,
  beginChat,
  endChat,
  frame,
  refusal,
  running,
  shown,
  START,
  taken,
  type ChatWorld
} from '../../tests/support/chat-world.ts'
import { retryQuestion } from '#stores/again.ts'
import { sendQuestion, followAnswer } from '#stores/asking.ts'
import { $conversations } from '#stores/conversations.ts'
import { $drafts, readDraft, saveDraft } from '#stores/drafts.ts'
import { watchOtherRuns } from '#stores/other-runs.ts'
import { resetAll } from '#stores/persisted.ts'
import { $thread, currentThread, openThread } from '#stores/thread.ts'

let chat: ChatWorld

beforeEach(() => {
  chat = beginChat()
})
afterEach(endChat)

describe('after signing out', () => {
  const nothing = (): void =>
    expect([$conversations.get(), $thread.get(), $drafts.get()]).toEqual([null, null, {}])
  /** A request whose response the test sends later. */
  function later(): { call: () => Promise<Response>; answer: (response: Response) => void } {
    let answer = (_: Response): void => undefined
    const waiting = new Promise<Response>(resolve => (answer = resolve))
    return { call: () => waiting, answer: response => answer(response) }
  }

  test.each([
    ['taken', () => taken('d1'), true],
    ['refused', refusal('used_up'), true]
  ])(
    'a question that is %s afterwards leaves no data and does not return to the composer',
    async (_, response, off) => {
      const { call, answer } = later()
      chat.answers = [call]
      const asking = sendQuestion({ ...ASKED, question: 'my secret question' })
      await vi.waitFor(() => expect(chat.sent).toHaveLength(1))
      resetAll()
      answer(response())
      expect(await asking).toBe(off)
      nothing()
    }
  )

  test('an answer in progress is not continued, and its feed is closed', async () => {
    chat.answers = [answered(chat, 'd2', START, frame(2, 'my secret answer'))]
    const asking = sendQuestion(ASKED)
    await vi.waitFor(() => expect(shown().at(-1)).toContain('my secret answer'))
    const say = chat.tell
    resetAll()
    await asking
    expect(() => say({ ...frame(3, ' and more'), run_id: 'd2' })).toThrow()
    nothing()
  })

  test('no question is retried, stopped or fetched', async () => {
    const failed = {
      role: 'assistant' as const,
      content: 'Ha',
      state: 'failed' as const,
      error: { code: 'chat_error' }
    }
    openThread({ ...running, messages: [{ role: 'user', content: 'Two' }, failed] })
    const { call, answer } = later()
    chat.answers = [call]
    const retrying = retryQuestion('chatgpt', 'gpt-5-all')
    await vi.waitFor(() => expect(chat.sent).toHaveLength(1))
    resetAll()
    answer(Response.json({}))
    expect(await retrying).toBe(false)
    expect(chat.sent).toHaveLength(1)
    nothing()
  })

  test('an answer whose events are gone is not shown after it was fetched', async () => {
    openThread(running)
    chat.early = [frame(0, '', { type: 'gone' })]
    const { call, answer } = later()
    chat.answers = [call]
    const following = followAnswer()
    await vi.waitFor(() => expect(chat.sent).toHaveLength(1))
    resetAll()
    answer(Response.json({ ...running, answering: undefined }))
    await following
    nothing()
  })

  test('a run that was started elsewhere is not shown', async () => {
    const { call, answer } = later()
    chat.answers = [call]
    const forget = watchOtherRuns('chatgpt')
    chat.tell({ ...START, run_id: 'd3' })
    await vi.waitFor(() => expect(chat.sent).toHaveLength(1))
    resetAll()
    answer(
      Response.json({
        items: [{ id: 'c1', model: 'm', title: 'my secret', created_at: 1, updated_at: 1 }]
      })
    )
    await new Promise(resolve => setTimeout(resolve, 0))
    nothing()
    forget()
  })
})

test('an answer is not shown in the next conversation, and its draft is removed', async () => {
  saveDraft('new:chatgpt', 'Why?')
  let answer = (_: Response): void => undefined
  chat.answers = [() => new Promise(resolve => (answer = resolve))]
  const asking = sendQuestion(ASKED)
  await vi.waitFor(() => expect(chat.sent).toHaveLength(1))
  openThread({ ...running, id: 'c2', answering: undefined })
  answer(taken('e1'))
  expect(await asking).toBe(true)
  expect([currentThread().id, currentThread().phase, shown().at(-1)]).toEqual([
    'c2',
    'idle',
    'assistant answering'
  ])
  expect(readDraft('new:chatgpt')).toBe('')
})
