import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findChangedAnswers, type Call } from './support/simulation/history.ts'
import { COMPILED } from './support/compiled.ts'
import { FULL_DOSE } from './support/dose.ts'

const SEEDS = FULL_DOSE ? 200 : 6

/** Runs simulations in a process of their own, since they replace its timers. */
async function simulate(...given: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/simulate.ts', ...given],
    { env: { ...process.env, ...COMPILED, NODE_ENV: 'production' }, maxBuffer: 2 ** 26 }
  )
  return stdout
}

test(
  'money, runs, events, files and answers stay true although processes die and all else fails',
  { timeout: 1_200_000 },
  async () => {
    const seen = await simulate('--seeds', String(SEEDS))
    const [, sums = '{}'] = /are well: (.*)/.exec(seen) ?? []
    const counts = JSON.parse(sums) as Record<string, number>
    expect(counts['runs']).toBeGreaterThan(10 * SEEDS)
    expect(counts['lives']).toBeGreaterThan(3 * SEEDS)
    expect(counts['payments']).toBeGreaterThan(0)
  }
)

test('a seed leads to the same events again', { timeout: 120_000 }, async () => {
  const journal = ['--seed', '7', '--seeds', '2', '--journal']
  const [one, two] = [await simulate(...journal), await simulate(...journal)]
  expect(one).toBe(two)
  expect(one.split('\n').length).toBeGreaterThan(100)
})

const person = { userId: 'ada', grantId: '', applicationId: '', credential: '' }

function answered(text: string, more: Partial<Call> = {}): Call {
  const call = {
    person,
    by: 'key',
    path: '/flux/images',
    marker: '',
    makes: 'task',
    at: 0
  } as const
  return { ...call, key: 'k', answer: { status: 200, text }, ...more }
}

test.each([
  ['the same answer', [answered('{"id":"1"}'), answered('{"id":"1"}')], 0],
  [
    'another trace',
    [answered('{"trace_id":"1","id":"1"}'), answered('{"trace_id":"2","id":"1"}')],
    0
  ],
  ['another answer', [answered('{"id":"1"}'), answered('{"id":"2"}')], 1],
  ['a failure between', [answered('1'), answered('2', { answer: { status: 500, text: '' } })], 0],
  ['no answer', [answered('1'), answered('2', { answer: null })], 0],
  ['another key', [answered('1'), answered('2', { key: 'l' })], 0],
  ['no key', [answered('1', { key: undefined }), answered('2', { key: undefined })], 0]
])('a key with %s', (_, calls, faults) => {
  expect(findChangedAnswers(calls)).toHaveLength(faults)
})
