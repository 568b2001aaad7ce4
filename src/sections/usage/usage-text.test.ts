import { expect, test } from 'vitest'
import type { Usage } from '#contract/usage.ts'
import { resultAddress } from '#sections/usage/usage-text.ts'

const made = {
  conversation_id: null,
  task_id: 'task-1',
  service: { alias: 'flux' },
  state: 'succeeded'
} as unknown as Usage

test('a receipt leads to the result of its task, and to none of a failed one', () => {
  expect(resultAddress({ locale: 'de' }, made)).toBe('/de/flux/history?task=task-1')
  expect(resultAddress({ locale: 'de' }, { ...made, state: 'failed' })).toBeNull()
})
