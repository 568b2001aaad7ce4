import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { COMPILED } from './support/compiled.ts'
import { FULL_DOSE } from './support/dose.ts'
import { programPath } from './support/test-programs.ts'
import { findChangedAnswers } from './support/key-history.ts'

const SEEDS = FULL_DOSE ? 200 : 2

/**
 * Runs simulations in a process of their own, since they replace its timers.
 * @returns what it prints, also if a seed is broken
 */
async function simulate(...given: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, [programPath('simulate'), ...given], {
    env: { ...process.env, ...COMPILED, NODE_ENV: 'production' },
    maxBuffer: 2 ** 26
  })
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  return stdout
}

test(
  'money, runs, events, files and answers stay true although processes die and all else fails',
  { timeout: 1_200_000 },
  async () => {
    const seen = await simulate('--seeds', String(SEEDS))
    expect(/^seed \d+ is broken.*/ms.exec(seen)?.[0]).toBeUndefined()
    const [, sums = '{}'] = /are well: (.*)/.exec(seen) ?? []
    const counts = JSON.parse(sums) as Record<string, number>
    expect(counts['runs']).toBeGreaterThan(10 * SEEDS)
    expect(counts['lives']).toBeGreaterThan(3 * SEEDS)
    expect(counts['payments']).toBeGreaterThan(0)
  }
)

test('a seed leads to the same events again', { timeout: 120_000 }, async () => {
  const dose = FULL_DOSE ? ['--seeds', '2'] : ['--steps', '30']
  const journal = ['--seed', '7', ...dose, '--journal']
  const [one, two] = await Promise.all([simulate(...journal), simulate(...journal)])
  expect(one).toBe(two)
  expect(one.split('\n').length).toBeGreaterThan(100)
})

/** Writes an answer as a stream. */
function told(...pieces: string[]): string {
  const words = pieces.map(delta_answer => ({ type: 'text_delta', delta_answer }))
  const frames = [...words, { type: 'done' }].map((frame, seq) => ({ ...frame, seq }))
  return frames.map(frame => `data: ${JSON.stringify(frame)}`).join('\n\n')
}

test.each([
  ['the same answer', ['{"id":"1"}', '{"id":"1"}'], 0],
  ['another trace', ['{"trace_id":"1","id":"1"}', '{"trace_id":"2","id":"1"}'], 0],
  ['a stream that was slow once', [`: \n\n${told('a')}`, told('a')], 0],
  ['a stream in other pieces', [told('a', 'b', 'c'), told('ab', 'c')], 0],
  ['another answer', ['{"id":"1"}', '{"id":"1"}', '{"id":"2"}'], 1],
  ['a stream of other words', [told('a', 'b'), told('a', 'c')], 1],
  ['a stream that ended early', [told('a'), told('a').split('\n\n')[0] ?? ''], 1]
])('a key with %s', (_, texts, faults) => {
  const answers = texts.map(text => ({ key: 'k', text }))
  const others = [{ key: 'l', text: '{"id":"3"}' }]
  expect(findChangedAnswers([...answers, ...others])).toHaveLength(faults)
})
