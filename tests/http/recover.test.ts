import { expect, test } from 'vitest'
import type { Conversation, Message } from '#contract/conversation.ts'
import { estimateTokens } from '#core/tokens.ts'
import { ChatRuns, ANSWER_LEASE_MS } from '#servers/api/chat/chat.ts'
import { EventLog } from '#servers/runs/event-log.ts'
import { frames, json, openStudio, person } from '../support/studio.ts'

test('an answer whose process died keeps its text, reports the end, and costs the shown text', async () => {
  const studio = await openStudio()
  const { context } = studio
  const ada = await person(studio)
  const call = (body: Record<string, unknown>): Promise<Response> =>
    studio.call('/aichat/conversations', {
      json: { model: 'gpt-5-all', ...body },
      token: ada.credential.token
    })
  const whole = await frames(await call({ question: 'Tell me of tides [sandbox:tokens=80]' }))
  const id = String(whole.frames[0]?.['id'])

  // A killed process leaves a run in progress, its hold, and the events that it has written.
  const run = await context.database.db
    .selectFrom('run')
    .selectAll()
    .where('conversation_id', '=', id)
    .executeTakeFirstOrThrow()
  await context.database.db
    .updateTable('run')
    .set({
      state: 'running',
      finished_at: null,
      lease_owner: 'dead',
      lease_until: context.clock.now() + ANSWER_LEASE_MS
    })
    .where('id', '=', run.id)
    .execute()
  await context.database.db
    .deleteFrom('ledger')
    .where('kind', '=', 'settle')
    .where('reference', '=', run.id)
    .execute()
  const [last, beforeLast] = whole.frames
    .slice(-2)
    .toReversed()
    .map(frame => Number(frame['seq']))
  await context.database.db
    .deleteFrom('event')
    .where('run_id', '=', run.id)
    .where('seq', '>=', Math.min(last ?? 0, beforeLast ?? 0))
    .execute()
  await context.database.db
    .updateTable('message')
    .set({ state: 'answering', content: '""' })
    .where('run_id', '=', run.id)
    .where('role', '=', 'assistant')
    .execute()

  const chat = new ChatRuns({ context, events: new EventLog(context) })
  await chat.recover()
  expect(
    (await json<Conversation>(call({ action: 'retrieve', id }))).answering,
    'its lease still holds'
  ).toBe(run.id)
  context.clock.advance(ANSWER_LEASE_MS + 1)
  await chat.recover()
  const { messages = [] } = await json<Conversation>(call({ action: 'retrieve', id }))
  const shown = whole.frames
    .slice(0, -2)
    .map(frame => frame['delta_answer'])
    .join('')
  expect(messages[1]).toMatchObject({
    state: 'failed',
    content: shown,
    error: { code: 'chat_error' }
  })
  const receipt = await context.database.db
    .selectFrom('run')
    .selectAll()
    .where('id', '=', run.id)
    .executeTakeFirstOrThrow()
  expect(receipt).toMatchObject({ state: 'failed', measure: 'estimated', held: run.held })
  expect(receipt.charged).toBeGreaterThan(0)
  const events = await frames(
    await studio.call(`/aichat/conversations/${id}/events`, { token: ada.credential.token })
  )
  expect(events).toMatchObject({ done: false, text: shown })
  expect(events.frames.at(-1)).toMatchObject({ type: 'error', error: { code: 'chat_error' } })
  await chat.stop()
  await studio.close()
})

test('a continued answer whose process died keeps all its text and costs only the new part', async () => {
  const studio = await openStudio()
  const { context } = studio
  const { db } = context.database
  const ada = await person(studio)
  const call = (body: Record<string, unknown>): Promise<Response> =>
    studio.call('/aichat/conversations', {
      json: { model: 'deepseek-r1', ...body },
      token: ada.credential.token
    })
  const answerOf = async (id: string): Promise<Message | undefined> =>
    (await json<Conversation>(call({ action: 'retrieve', id }))).messages?.[1]

  const broken = await frames(await call({ question: 'Tell me of tides [sandbox:break]' }))
  const id = String(broken.frames[0]?.['id'])
  context.clock.advance(1)
  const before = await answerOf(id)
  const going = await json<{ run_id: string }>(call({ id, continue: before?.id, async: true }))
  const { request } = await db
    .selectFrom('run')
    .select('request')
    .where('id', '=', going.run_id)
    .executeTakeFirstOrThrow()
  const rest = await frames(
    await studio.call(`/aichat/conversations/${id}/events`, { token: ada.credential.token })
  )
  const ids = await db
    .selectFrom('message')
    .select(['id', 'run_id'])
    .where('id', '=', String(rest.frames[0]?.['message_id']))
    .execute()
  const [run] = ids.map(row => row.run_id ?? '')

  // Restore the state that a process leaves if it is killed before its last event.
  const last = Number(rest.frames.at(-1)?.['seq'])
  await db.deleteFrom('event').where('run_id', '=', String(run)).where('seq', '=', last).execute()
  await db
    .deleteFrom('ledger')
    .where('kind', '=', 'settle')
    .where('reference', '=', String(run))
    .execute()
  const dead = {
    state: 'running' as const,
    finished_at: null,
    lease_owner: 'dead',
    lease_until: 0,
    request
  }
  await db.updateTable('run').set(dead).where('id', '=', String(run)).execute()
  await db
    .updateTable('message')
    .set({ state: 'answering', content: JSON.stringify(broken.text) })
    .where('run_id', '=', String(run))
    .execute()

  const chat = new ChatRuns({ context, events: new EventLog(context) })
  await chat.recover()
  await chat.stop()
  const answer = await answerOf(id)
  expect(answer).toMatchObject({
    state: 'failed',
    content: broken.text + rest.text,
    reasoning: before?.reasoning,
    estimated: true
  })
  expect(answer?.reasoning).not.toBe('')
  expect(answer?.usage).toMatchObject({ completion_tokens: estimateTokens(rest.text) })
  const events = await frames(
    await studio.call(`/aichat/conversations/${id}/events`, { token: ada.credential.token })
  )
  const { price, usage } = answer ?? {}
  expect(events.frames.at(-1)).toMatchObject({
    type: 'error',
    message_id: answer?.id,
    price,
    usage,
    error: { trace_id: expect.any(String) }
  })
  await studio.close()
})
