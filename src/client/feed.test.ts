import { expect, test, vi } from 'vitest'
import { answerDeltaOf } from '#client/chat-frame.ts'
import { cursorCoversRun, openFeed, cursorWithRun, type FeedEvent } from '#client/feed.ts'
import { bindHub } from '#client/page-hub.ts'
import type { HubInfo } from '#client/hub.ts'
import { ServerProblem } from '#client/problem.ts'

const HUB = { locale: 'de', hosts: { api: 'https://api.example' } } as HubInfo
bindHub(HUB)

test('withRun sets a run’s position in a cursor, and covers compares a position with it', () => {
  expect(cursorWithRun('', 'r1', 0)).toBe('.r1:0')
  expect(cursorWithRun('abc.r1:7.r2:-1', 'r1', 3)).toBe('abc.r2:-1.r1:3')
  expect(cursorWithRun('abc.r1:-1', 'r1', 3)).toBe('abc.r1:3')
  const cases = [
    ['abc.r1:3', 3, true],
    ['abc.r1:3', 4, true],
    ['abc.r1:3', 2, false],
    ['abc.r1:-1', 2, false],
    ['abc.r11:0', 2, false],
    ['', 0, false]
  ] as const
  for (const [cursor, after, covered] of cases)
    expect([cursor, after, cursorCoversRun(cursor, 'r1', after)]).toEqual([cursor, after, covered])
})

test('opens the feed with bearer token, language and cursor, and skips invalid events', async () => {
  const lines = [
    'id: a.r1:1\ndata: {"type":"start","run_id":"r1","service":"chat","seq":1,"id":"c1"}',
    ': ',
    'id: b\ndata: no',
    'id: b\ndata: [1]',
    'data: {"type":"x"}'
  ]
  const asked = vi.fn(async () => new Response(lines.map(line => `${line}\n\n`).join('')))
  vi.stubGlobal('fetch', asked)
  const told: (FeedEvent | null)[] = []
  const feed = await openFeed('token', 'a.r1:0', new AbortController().signal)
  await expect(
    (async () => {
      for await (const event of feed) told.push(event)
    })()
  ).rejects.toMatchObject({ code: 'chat_error' })
  expect(asked).toHaveBeenCalledWith(
    'https://api.example/events?cursor=a.r1%3A0',
    expect.objectContaining({
      headers: {
        accept: 'text/event-stream',
        authorization: 'Bearer token',
        'accept-language': 'de'
      }
    })
  )
  expect(
    told.map(
      event =>
        event && [event.cursor, event.type, event.run, event.seq, event.service, event.data['id']]
    )
  ).toEqual([['a.r1:1', 'start', 'r1', 1, 'chat', 'c1'], null, ['b', 'x', '', 0, '', undefined]])
})

test('reads text and reasoning from an event, and throws the failure that an event reports', () => {
  expect(
    answerDeltaOf({ type: 'text_delta', data: { delta_answer: 'a', delta_reasoning: 'b' } })
  ).toEqual({ answer: 'a', reasoning: 'b' })
  expect(answerDeltaOf({ type: 'start', data: {} })).toEqual({ answer: '', reasoning: '' })
  const thrown = (error: unknown): unknown => {
    try {
      return answerDeltaOf({ type: 'error', data: { error } })
    } catch (problem) {
      return problem
    }
  }
  expect(thrown({ code: 'used_up', message: 'Nothing left.', detail: 'no funds' })).toBeInstanceOf(
    ServerProblem
  )
  expect(thrown({ code: 'used_up', message: 'Nothing left.', detail: 'no funds' })).toMatchObject({
    code: 'used_up',
    sentence: 'Nothing left.'
  })
  expect(thrown({ code: 'novel', message: 'New.' })).toMatchObject({
    code: 'chat_error',
    detail: 'New.'
  })
})

test('replaces unreadable events with `lost` and logs once per run', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const lines = [
    'id: a.r7:1\ndata: {"type":"start","run_id":"r7","seq":1}',
    'id: a.r7:2\ndata: {"type":"text_de',
    'id: a.r7:3\ndata: {',
    'id: a.r7:4\ndata: {"type":"done","run_id":"r7","seq":4}'
  ]
  vi.stubGlobal('fetch', async () => new Response(lines.map(line => `${line}\n\n`).join('')))
  const told: unknown[] = []
  const feed = await openFeed('token', '', new AbortController().signal)
  await expect(
    (async () => {
      for await (const event of feed) told.push(event && [event.type, event.run, event.seq])
    })()
  ).rejects.toMatchObject({ code: 'chat_error' })
  expect(told).toEqual([
    ['start', 'r7', 1],
    ['lost', 'r7', 2],
    ['lost', 'r7', 3],
    ['done', 'r7', 4]
  ])
  expect(warned.mock.calls).toEqual([['event 2 of run r7 could not be read']])
  expect(answerDeltaOf({ type: 'lost', data: {} })).toEqual({ answer: '', reasoning: '' })
})
