import { expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import { createChat, LEASE } from '#servers/api/chat/chat.ts'
import { createEventLog } from '#servers/api/events/event-log.ts'
import { frames, json, openStudio, person } from '../support/studio.ts'

test('an answer whose process died keeps its text, says so, and costs what was shown', async () => {
  const studio = await openStudio()
  const { context } = studio
  const ada = await person(studio)
  const call = (body: Record<string, unknown>): Promise<Response> =>
    studio.call('/aichat/conversations', { json: { model: 'gpt-5-all', ...body }, token: ada.credential.token })
  const whole = await frames(await call({ question: 'Tell me of tides [sandbox:tokens=80]' }))
  const id = String(whole.frames[0]?.['id'])

  // What a process that was killed leaves behind: a run in the making, its hold, the events written so far.
  const run = await context.database.db.selectFrom('run').selectAll().where('conversation_id', '=', id).executeTakeFirstOrThrow()
  await context.database.db
    .updateTable('run')
    .set({ state: 'running', finished_at: null, lease_owner: 'dead', lease_until: context.clock.now() + LEASE })
    .where('id', '=', run.id)
    .execute()
  await context.database.db.deleteFrom('ledger').where('kind', '=', 'settle').where('reference', '=', run.id).execute()
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

  const chat = createChat({ context, events: createEventLog(context) })
  await chat.recover()
  expect((await json<Conversation>(call({ action: 'retrieve', id }))).answering, 'its lease still holds').toBe(run.id)
  context.clock.advance(LEASE + 1)
  await chat.recover()
  const { messages = [] } = await json<Conversation>(call({ action: 'retrieve', id }))
  const shown = whole.frames
    .slice(0, -2)
    .map(frame => frame['delta_answer'])
    .join('')
  expect(messages[1]).toMatchObject({ state: 'failed', content: shown, error: { code: 'chat_error' } })
  const receipt = await context.database.db.selectFrom('run').selectAll().where('id', '=', run.id).executeTakeFirstOrThrow()
  expect(receipt).toMatchObject({ state: 'failed', measure: 'estimated', held: run.held })
  expect(receipt.charged).toBeGreaterThan(0)
  const events = await frames(await studio.call(`/aichat/conversations/${id}/events`, { token: ada.credential.token }))
  expect(events).toMatchObject({ done: false, text: shown })
  expect(events.frames.at(-1)).toMatchObject({ type: 'error', error: { code: 'chat_error' } })
  await chat.stop()
  await studio.close()
})
