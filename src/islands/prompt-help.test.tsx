import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HubInfo } from '#client/hub.ts'
import { bindHub } from '#client/page-hub.ts'
import { findService } from '#catalog/index.ts'
import type { PromptOffers } from '#contract/prompt-help.ts'
import { attachPromptHelp } from '#islands/prompt-help.tsx'
import { currentForm, setField } from '#stores/tool-form.ts'
import { fieldId } from '#ui/tool/parts.ts'

const OFFER = { model: 'gpt-6-luna', label: 'GPT-6 Luna', credits: 0.02 }
const IMAGE = 'https://api.example/files/abc/a.png'

const service = { ...(findService('flux') ?? expect.fail('no flux')) }
const written = vi.hoisted(() => vi.fn())
vi.mock('#client/prompt-help.ts', () => ({
  fetchPromptOffers: async (): Promise<PromptOffers> => ({
    improve: OFFER,
    translate: null,
    describe: OFFER
  }),
  requestPromptHelp: written
}))
vi.mock('#stores/credential.ts', () => ({
  withCredential: (run: (token: string) => unknown) => run('token')
}))

let end: () => void
beforeEach(async () => {
  bindHub({ user: { id: 'ada' }, locale: 'en' } as HubInfo)
  document.body.innerHTML = `<div class="field"><textarea id="${fieldId('prompt')}"></textarea></div>`
  setField(service, 'prompt', 'a fox')
  end = attachPromptHelp({ service, t: key => key })
  await settled()
})
afterEach(() => {
  act(() => end())
  written.mockReset()
  setField(service, 'prompt', undefined)
  setField(service, 'image_url', undefined)
  document.body.replaceChildren()
})

const settled = (): Promise<void> => act(() => new Promise<void>(done => void setTimeout(done, 1)))
const buttons = (): HTMLButtonElement[] => [...document.querySelectorAll('button')]
const names = (): (string | undefined)[] =>
  buttons().map(({ textContent }) => /field\.help\.(\w+)/.exec(textContent ?? '')?.[1])
const press = async (name: string): Promise<void> => {
  act(() => buttons()[names().indexOf(name)]?.click())
  await settled()
}
const prompt = (): unknown => currentForm(service).given[currentForm(service).verb]?.['prompt']

test('a model improves the prompt, and the user undoes that', async () => {
  written.mockResolvedValue({ text: 'A red fox in the snow', model: 'gpt-6-luna' })
  expect(names()).toEqual(['improve'])
  await press('improve')
  expect(written).toHaveBeenCalledWith(
    'token',
    { task: 'improve', text: 'a fox', service: 'flux', image_url: undefined },
    expect.any(String)
  )
  expect([prompt(), names()]).toEqual(['A red fox in the snow', ['improve', 'undo']])
  await press('undo')
  expect([prompt(), names()]).toEqual(['a fox', ['improve']])
})

test('an image of the form can be described, also without a prompt', async () => {
  await act(async () => {
    setField(service, 'prompt', undefined)
    setField(service, 'image_url', [IMAGE])
  })
  await settled()
  expect(names()).toEqual(['describe'])
})

test('a failure is shown, and the prompt stays', async () => {
  const { Problem } = await import('#core/problem.ts')
  written.mockRejectedValue(new Problem('used_up'))
  await press('improve')
  expect(document.querySelector('[role=alert]')?.textContent).not.toBe('')
  expect(prompt()).toBe('a fox')
})

test('text that the user types meanwhile is kept', async () => {
  const { promise, resolve } = Promise.withResolvers<{ text: string }>()
  written.mockReturnValue(promise)
  await press('improve')
  expect(names()).toEqual(['busy'])
  await act(async () => setField(service, 'prompt', 'a wolf'))
  resolve({ text: 'A red fox' })
  await settled()
  expect([prompt(), names()]).toEqual(['a wolf', ['improve']])
})

test('help moves along when the form replaces its field', async () => {
  document.body.innerHTML = `<div class="field"><textarea id="${fieldId('prompt')}"></textarea></div>`
  expect(buttons()).toEqual([])
  await act(async () => setField(service, 'prompt', 'a boat'))
  await settled()
  expect(names()).toEqual(['improve'])
})

test('a hint explains alternatives, until the prompt has some', async () => {
  const hint = (): boolean => document.body.textContent?.includes('field.batch.hint') ?? false
  expect(hint()).toBe(true)
  for (const text of ['a {red|blue} fox', '  ']) {
    await act(async () => setField(service, 'prompt', text))
    expect(hint()).toBe(false)
  }
})

test('a prompt of several lines offers a run for each', async () => {
  await act(async () => setField(service, 'prompt', 'a fox\n\na wolf\n'))
  const button = buttons().find(({ textContent }) => textContent === 'field.batch.lines')
  act(() => button?.click())
  const prompts = [...document.querySelectorAll('dialog li')]
  expect(prompts.map(({ textContent }) => textContent)).toEqual(['a fox', 'a wolf'])
})
