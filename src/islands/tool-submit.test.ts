import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HubInfo } from '#client/hub.ts'
import { bindHub } from '#client/page-hub.ts'
import type { Failure } from '#client/turns.ts'
import { findService } from '#catalog/index.ts'
import { submitToolForm } from '#islands/tool-submit.ts'
import { saveDraft } from '#stores/drafts.ts'
import { currentForm, setField } from '#stores/tool-form.ts'

const service = findService('flux') ?? expect.fail('no flux')
const start = vi.hoisted(() => vi.fn())
vi.mock('#stores/generating.ts', () => ({ startToolTask: start }))

beforeEach(() => bindHub({ user: { id: 'ada' }, locale: 'en' } as HubInfo))
afterEach(() => {
  start.mockReset()
  document.body.replaceChildren()
  setField(service, 'prompt', undefined)
  saveDraft('batch:flux', '')
})

/** Presses Generate, then the first button of the question about a batch. */
async function submit(list?: string): Promise<void> {
  const work = submitToolForm(service, key => key, list)
  document.querySelector<HTMLElement>('dialog button')?.click()
  await work
}
const refused = (field: string): Failure => ({
  code: 'bad_request',
  sentence: '',
  detail: '',
  issues: [{ field, code: 'flagged' }],
  traceId: ''
})

test('a batch that stops says how many runs have started, also with an issue at a field', async () => {
  setField(service, 'prompt', 'a {red|blue} boat')
  start.mockResolvedValueOnce(null).mockResolvedValueOnce(refused('prompt'))
  await submit()
  const { issues, failure, busy } = currentForm(service)
  expect([issues, failure?.note, busy]).toEqual([
    [{ field: 'prompt', code: 'flagged' }],
    'field.batch.started',
    false
  ])
})

test('an issue of a single run is shown at its field alone', async () => {
  setField(service, 'prompt', 'a boat')
  start.mockResolvedValueOnce(refused('prompt'))
  await submit()
  const { issues, failure } = currentForm(service)
  expect([issues, failure]).toEqual([[{ field: 'prompt', code: 'flagged' }], null])
})

test('a list of prompts may be longer than a prompt, but none of them', async () => {
  start.mockResolvedValue(null)
  const lines = ['red', 'blue'].map(colour => `${'a '.repeat(700)}${colour} boat`)
  await submit(lines.join('\n'))
  const prompts = start.mock.calls.map(([, { values }]) => values.prompt)
  expect(prompts).toEqual(lines)
  await submit(lines.join(' '))
  expect(start).toHaveBeenCalledTimes(2)
  expect(currentForm(service).issues).toEqual([{ field: 'prompt', code: 'too_long' }])
})
