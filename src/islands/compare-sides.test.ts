import { describe, expect, test } from 'vitest'
import { task } from '../../tests/support/hub-fakes.ts'
import { flux } from '#catalog/flux/service.ts'
import { createTurn } from '#client/turns.ts'
import type { ComparedRun } from '#contract/comparison.ts'
import type { ComparedSide, CompareResultsProps } from '#islands/compare-props.ts'
import { sidesOf, sideState, startsAtOnce } from '#islands/compare-sides.ts'
import type { ComparisonSide } from '#stores/comparing.ts'

const SIDE: ComparisonSide = {
  phase: 'ended',
  run: 'r1',
  conversation: null,
  turn: null,
  failure: null,
  sentAt: null,
  seconds: 4
}
const CHAT = { service: null, offered: true }
const TOOL = { service: flux, offered: true }
const failure = (code: string) => ({ code, sentence: '', detail: '', issues: [], traceId: '' })

describe('a side of a comparison', () => {
  test('is ready with an answer, also one that was stopped, and failed without', () => {
    const answer = createTurn('assistant', 'Because.', { price: 0.5 })
    const of = (code: string) => ({ ...answer, failure: failure(code) })
    expect(sideState({ ...SIDE, turn: answer }, undefined, CHAT)).toEqual({
      state: 'ready',
      price: 0.5,
      seconds: 4
    })
    expect(sideState({ ...SIDE, turn: of('canceled') }, undefined, CHAT).state).toBe('ready')
    expect(sideState({ ...SIDE, turn: of('busy') }, undefined, CHAT).state).toBe('failed')
    expect(sideState(SIDE, undefined, CHAT).state).toBe('gone')
  })

  test('starts at once unless its tool costs more than the form showed, or is not offered', () => {
    const quote = { micro: 800_000, about: false }
    const starts = [undefined, 800_000, 700_000].map(shown =>
      startsAtOnce({ ...TOOL, quote }, shown)
    )
    expect(starts).toEqual([true, true, false])
    expect(startsAtOnce({ ...CHAT, quote }, 700_000)).toBe(true)
    expect(startsAtOnce({ ...TOOL, quote, offered: false }, 800_000)).toBe(false)
    expect(startsAtOnce(undefined)).toBe(false)
  })

  test('has the state, the price and the time of its task', () => {
    const made = task('r1', 1, { deducted_amount: 2, elapsed: 9 })
    expect(sideState(SIDE, made, TOOL)).toEqual({ state: 'ready', price: 2, seconds: 9 })
    expect(sideState(SIDE, { ...made, state: 'running' }, TOOL).state).toBe('running')
    expect(sideState(SIDE, { ...made, state: 'failed' }, TOOL).state).toBe('failed')
    expect(sideState(SIDE, undefined, TOOL).state).toBe('gone')
  })

  test('that was not sent can be sent while its model is offered', () => {
    const idle = { ...SIDE, phase: 'idle' } as const
    expect(sideState(idle, undefined, TOOL).state).toBe('idle')
    expect(sideState({ ...idle, failure: failure('busy') }, undefined, TOOL).state).toBe('failed')
    expect(sideState(idle, undefined, { service: null, offered: false }).state).toBe('gone')
  })
})

test('a page begins with what the server knows', () => {
  const run = (more: Partial<ComparedRun>): ComparedRun => ({
    service: 'chat',
    model: 'm',
    run_id: 'r1',
    conversation_id: 'c1',
    state: 'succeeded',
    started_at: '2026-11-26T12:00:00.000Z',
    seconds: 3,
    price: 1,
    ...more
  })
  const answer = { role: 'assistant', content: 'Because.' } as ComparedSide['answer']
  const props = {
    comparison: {
      kind: 'chat',
      created_at: '2026-11-26T12:00:00.000Z',
      models: [
        run({}),
        run({ state: 'running', seconds: null }),
        run({ run_id: null, conversation_id: null, state: null, started_at: null, seconds: null })
      ]
    },
    sides: [{ answer }, { answer: null }, { answer: null }]
  } as unknown as CompareResultsProps
  expect(sidesOf(props)).toMatchObject([
    { phase: 'ended', turn: { content: 'Because.' }, seconds: 3 },
    { phase: 'running', turn: { content: '', state: 'answering' } },
    { phase: 'idle', turn: null, sentAt: null }
  ])
})
