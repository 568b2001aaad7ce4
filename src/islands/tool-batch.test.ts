import { afterEach, beforeEach, expect, test } from 'vitest'
import type { HubInfo } from '#client/hub.ts'
import { bindHub } from '#client/page-hub.ts'
import type { TaskInput } from '#client/generate.ts'
import type { Failure } from '#client/turns.ts'
import { findService } from '#catalog/index.ts'
import { hasAlternatives, startBatch } from '#islands/tool-batch.ts'

const FLUX = findService('flux')
const started: unknown[] = []
const failures: (Failure | null)[] = []

const orderOf = (prompt: string): TaskInput => ({ verb: 'images', values: { prompt } }) as TaskInput
const start = async ({ values }: TaskInput): Promise<Failure | null> => {
  started.push(values['prompt'])
  return failures.shift() ?? null
}
/** Starts a prompt and presses the dialog's button with this name. */
async function answer(prompt: string, button: string): Promise<{ said: string; failure: unknown }> {
  if (FLUX === undefined) throw new Error('no flux')
  const t = (key: string, values?: object): string =>
    values === undefined ? key : `${key} ${Object.values(values).join(' ')}`
  const work = startBatch({ service: FLUX, order: orderOf(prompt), t, start })
  const dialog = document.querySelector('dialog')
  const said = dialog?.querySelector('p')?.textContent ?? ''
  const buttons = [...(dialog?.querySelectorAll('button') ?? [])]
  buttons.find(({ textContent }) => textContent === `field.batch.${button}`)?.click()
  return { said, failure: await work }
}

beforeEach(() => {
  started.length = 0
  failures.length = 0
  bindHub({ user: { id: 'ada' }, locale: 'en' } as HubInfo)
})
afterEach(() => document.body.replaceChildren())

test('a run for each alternative starts, once the user has seen the total price', async () => {
  const { said, failure } = await answer('a {red|blue} boat', 'all')
  const single = await answer('{a|b|c|d}', 'cancel')
  expect(started).toEqual(['a red boat', 'a blue boat'])
  expect(failure).toBeNull()
  const [two, four] = [said, single.said].map(text => Number(/price ([\d.]+)/.exec(text)?.[1]))
  expect(said).toContain('field.batch.count 2')
  expect(four).toBe((two ?? 0) * 2)
})

test('the prompt runs unchanged if the user chooses that, and Cancel starts nothing', async () => {
  await answer('a {red|blue} boat', 'one')
  await answer('a {red|blue} boat', 'cancel')
  expect(started).toEqual(['a {red|blue} boat'])
})

test('the first failure stops the remaining runs', async () => {
  const failure = { code: 'used_up' } as Failure
  failures.push(null, failure)
  expect((await answer('{a|b|c}', 'all')).failure).toBe(failure)
  expect(started).toEqual(['a', 'b'])
})

test('a prompt with too many alternatives can only run unchanged', async () => {
  const many = `{${'a|'.repeat(30)}b}`
  expect((await answer(many, 'one')).said).toBe('field.batch.many')
  expect([started, document.querySelector('dialog')]).toEqual([[many], null])
})

test('only a signed-in user can start several prompts at once', () => {
  expect([hasAlternatives(orderOf('{a|b}')), hasAlternatives(orderOf('a'))]).toEqual([true, false])
  bindHub({ user: null, locale: 'en' } as HubInfo)
  expect(hasAlternatives(orderOf('{a|b}'))).toBe(false)
})
