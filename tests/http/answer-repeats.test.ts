import { afterAll, beforeAll, expect, test } from 'vitest'
import { mergeOldAnswers } from '#servers/api/chat/merge-answers.ts'
import { EVENTS_FOR, sweepExpired } from '#servers/api/sweeper.ts'
import { chatCalls } from '../support/http-chat-calls.ts'
import {
  frames,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

const HOUR = 3_600_000
const MODEL = 'gpt-5-all'

let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio()
  ada = await person(studio)
})
afterAll(() => studio.close())

const { call, readBranch } = chatCalls(() => ({ studio, ada }), {})

let keys = 0
/** Asks with a new key. @returns the answer, and a function that repeats the call */
async function askOnce(body: object) {
  const headers = { 'idempotency-key': `repeated-${keys++}` }
  const repeat = (accept = '*/*'): Promise<Response> =>
    call({ model: MODEL, ...body }, { ...headers, accept })
  const answer = await frames(await repeat())
  return { ...answer, id: String(answer.frames[0]?.['id']), last: answer.frames.at(-1), repeat }
}

async function pass(hours: number): Promise<void> {
  const { context } = studio
  context.clock.advance(hours * HOUR)
  // Two processes sweep at the same time.
  await Promise.all([
    mergeOldAnswers(context, EVENTS_FOR, 0),
    mergeOldAnswers(context, EVENTS_FOR, 0)
  ])
  // A key is removed after the events that it kept, so they are removed by the next sweep.
  await sweepExpired(context)
  await sweepExpired(context)
}

const rowsOf = (id: string) =>
  studio.context.database.db
    .selectFrom('event')
    .innerJoin('run', 'run.id', 'event.run_id')
    .select(['seq', 'data'])
    .where('conversation_id', '=', id)
    .execute()

test('a question repeated within a day gets its whole answer again, from one row', async () => {
  const asked = await askOnce({ question: 'Tell me of tides [sandbox:tokens=200]' })
  expect((await rowsOf(asked.id)).length).toBeGreaterThan(3)
  await pass(22)
  expect(await rowsOf(asked.id)).toHaveLength(1)
  const again = await frames(await asked.repeat())
  expect(again).toMatchObject({ text: asked.text, done: true })
  expect(again.frames.map(({ type, seq }) => [type, seq])).toEqual([
    ['start', 1],
    ['text_delta', 2],
    ['done', 3]
  ])
  expect(again.frames[0]).toEqual(asked.frames[0])
  expect(again.frames.at(-1)).toEqual({ ...asked.last, seq: 3 })
  expect(await json(asked.repeat('application/json'))).toMatchObject({ answer: asked.text })
  const lines = (await (await asked.repeat('application/x-ndjson')).text()).trim().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ answer: asked.text, type: 'done' })
  expect(await readBranch(asked.id)).toHaveLength(2)
  await pass(3)
  expect(await rowsOf(asked.id)).toEqual([])
})

test('thoughts, failures and continued answers are repeated as they were', async () => {
  const broken = await askOnce({
    question: 'Tell me of tides [sandbox:tokens=150] [sandbox:break]'
  })
  const [, answer] = await readBranch(broken.id)
  const rest = await askOnce({ id: broken.id, continue: answer?.id })
  const thoughts = await askOnce({ model: 'deepseek-r1', question: 'Why? [sandbox:tokens=60]' })
  await pass(2)
  const seen = async ({ repeat }: Awaited<ReturnType<typeof askOnce>>) => frames(await repeat())
  expect(await seen(broken)).toMatchObject({ text: broken.text, done: false })
  expect((await seen(broken)).frames.at(-1)).toMatchObject({ code: 'chat_error' })
  expect((await seen(rest)).text).toBe(rest.text)
  const reasoning = (list: typeof thoughts.frames): string =>
    list.map(frame => frame['delta_reasoning'] ?? '').join('')
  expect(reasoning(thoughts.frames)).not.toBe('')
  expect(reasoning((await seen(thoughts)).frames)).toBe(reasoning(thoughts.frames))
})

test('a reader that has a part of an answer gets nothing of it twice', async () => {
  const asked = await askOnce({ question: 'Tell me of tides [sandbox:tokens=200]' })
  await pass(2)
  const follow = (after: number) =>
    studio.call(`/aichat/conversations/${asked.id}/events`, {
      token: ada.credential.token,
      headers: { 'last-event-id': String(after) }
    })
  for (const after of [1, 2, 20]) expect((await frames(await follow(after))).frames).toEqual([])
  expect((await frames(await follow(0))).text).toBe(asked.text)
})

test('the events of deleted messages and conversations go with them', async () => {
  const kept = await askOnce({ question: 'First [sandbox:tokens=20]' })
  const second = await askOnce({ id: kept.id, question: 'Second [sandbox:tokens=20]' })
  await json(
    call({ action: 'update', id: kept.id, messages: (await readBranch(kept.id)).slice(0, 2) })
  )
  await pass(2)
  expect(await rowsOf(kept.id)).toHaveLength(1)
  expect((await second.repeat()).status).toBe(404)
  expect((await frames(await kept.repeat())).text).toBe(kept.text)
  await json(call({ action: 'delete', id: kept.id }))
  await pass(2)
  expect(await rowsOf(kept.id)).toEqual([])
  expect((await kept.repeat()).status).toBe(404)
})
