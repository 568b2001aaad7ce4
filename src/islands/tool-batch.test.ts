import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HubInfo } from '#client/hub.ts'
import { bindHub } from '#client/page-hub.ts'
import type { TaskInput } from '#client/generate.ts'
import type { Failure } from '#client/turns.ts'
import { findService } from '#catalog/index.ts'
import { hasAlternatives, startBatch } from '#islands/tool-batch.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'

const FLUX = findService('flux') ?? expect.fail('no flux')
const started: unknown[] = []
const failures: (Failure | null)[] = []

const orderOf = (prompt: string): TaskInput => ({ verb: 'images', values: { prompt } }) as TaskInput
const start = async ({ values }: TaskInput): Promise<Failure | null> => {
  started.push(values['prompt'])
  return failures.shift() ?? null
}
/** Starts the batch of a prompt, which opens the dialog. */
function begin(prompt: string, isByLine = false): Promise<Failure | null> {
  const t = (key: string, values?: object): string =>
    values === undefined ? key : `${key} ${Object.values(values).join(' ')}`
  return startBatch({ service: FLUX, order: orderOf(prompt), isByLine, t, start })
}
const shownText = (): string =>
  [...document.querySelectorAll('dialog p')].map(({ textContent }) => textContent).join('')
function press(button: string): void {
  const buttons = [...document.querySelectorAll('dialog button')]
  const found = buttons.find(({ textContent }) => textContent === `field.batch.${button}`)
  ;(found as HTMLButtonElement | undefined)?.click()
}
/** Starts a prompt and presses the dialog's button with this name. */
async function answer(prompt: string, button: string): Promise<{ said: string; failure: unknown }> {
  const work = begin(prompt)
  const text = shownText()
  press(button)
  return { said: text, failure: await work }
}

beforeEach(() => {
  started.length = 0
  failures.length = 0
  bindHub({ user: { id: 'ada' }, locale: 'en' } as HubInfo)
})
afterEach(() => {
  document.body.replaceChildren()
  saveDraft('batch:flux', '')
})

test('a long list that stops midway goes on, and displaces no other draft', async () => {
  saveDraft('chat:chatgpt', 'A question')
  const list = Array.from({ length: 20 }, (_, at) => `${at} ${'x'.repeat(1900)}`).join('\n')
  failures.push(null, null, { code: 'no_credits' } as unknown as Failure)
  const work = begin(list, true)
  press('all')
  await work
  expect(started).toHaveLength(3)
  expect(readDraft('chat:chatgpt')).toBe('A question')
  started.length = 0
  const rest = begin(list, true)
  press('rest')
  await rest
  expect(started).toHaveLength(18)
  saveDraft('chat:chatgpt', '')
})

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

test('after a failure, the next batch of the same form starts only the rest', async () => {
  const failure = { code: 'used_up' } as Failure
  failures.push(null, failure)
  const stopped = await answer('{a|b|c}', 'all')
  expect(stopped.failure).toEqual({ ...failure, note: 'field.batch.started 1 3' })
  expect(started).toEqual(['a', 'b'])
  expect((await answer('{a|b|c}', 'cancel')).said).toContain('field.batch.started 1 3')
  failures.push(failure)
  const again = await answer('{a|b|c}', 'rest')
  expect(again.said).toMatch(/field\.batch\.started 1 3field\.batch\.count 2 · .*price/)
  expect(again.failure).toEqual({ ...failure, note: 'field.batch.started 1 3' })
  await answer('{a|b|c}', 'rest')
  expect(started).toEqual(['a', 'b', 'b', 'b', 'c'])
  expect((await answer('{a|b|c}', 'cancel')).said).toMatch(/^field\.batch\.count 3/)
})

test('a failure of the first run starts the whole batch again', async () => {
  failures.push({ code: 'busy' } as Failure)
  expect((await answer('{a|b}', 'all')).failure).toEqual({ code: 'busy', note: '' })
  await answer('{a|b}', 'all')
  expect(started).toEqual(['a', 'a', 'b'])
})

test('another prompt starts as a whole, and so does a stopped batch if the user wants that', async () => {
  const stop = async (): Promise<void> => {
    failures.push(null, { code: 'used_up' } as Failure)
    await answer('{a|b}', 'all')
    started.length = 0
  }
  await stop()
  await answer('{a|c}', 'all')
  expect(started).toEqual(['a', 'c'])
  await stop()
  const work = begin('{a|b}')
  press('all')
  // The second question is about all prompts, and shows their price.
  await vi.waitFor(() => expect(shownText()).toMatch(/^field\.batch\.count 2/))
  press('all')
  await work
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

test('a run for each line starts, once the user has seen the total price', async () => {
  const work = begin('a boat\na {red|blue} hill', true)
  expect(shownText()).toMatch(/^field\.batch\.count 3 · .*price/)
  press('all')
  await work
  expect(started).toEqual(['a boat', 'a red hill', 'a blue hill'])
})
