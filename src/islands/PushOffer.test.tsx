import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { PushOffer } from '#islands/PushOffer.tsx'
import { $pushAnswered } from '#stores/push-answer.ts'

const push = vi.hoisted(() => ({
  readPushState: vi.fn<() => Promise<string>>(),
  turnPushOn: vi.fn<() => Promise<string>>()
}))
vi.mock('#client/push.ts', () => push)
vi.mock('#stores/renewal.ts', () => ({
  withUserToken: (run: (token: string) => unknown) => run('t')
}))

let root: Root | null = null
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
  vi.resetAllMocks()
  $pushAnswered.set(false)
})

/**
 * Shows the offer in a browser of this state, while a video runs that takes this many seconds. An
 * image takes one, and an extended video two hundred.
 */
async function show(state: string, seconds: number): Promise<HTMLElement> {
  push.readPushState.mockResolvedValue(state)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await render(['images', 'videos'], seconds)
  return document.body
}

async function render(types: readonly string[], seconds: number): Promise<void> {
  const actions = {
    images: { expected: 1 },
    videos: { expected: seconds },
    extend: { expected: 200 }
  }
  const running = types.map(type => ({ type }))
  await act(async () =>
    root?.render(<PushOffer service={{ actions } as never} running={running} t={key => key} />)
  )
}

async function press(name: string): Promise<void> {
  const button = [...document.querySelectorAll('button')].find(each => each.textContent === name)
  await act(async () => button?.click())
}

test('a long run offers a message once, and says when it will come', async () => {
  push.turnPushOn.mockResolvedValue('on')
  const page = await show('off', 20)
  await press('field.push.yes')
  expect([page.textContent, $pushAnswered.get()]).toEqual(['field.push.done', true])
})

test('a declined offer does not return', async () => {
  const page = await show('off', 120)
  await press('field.push.no')
  expect([page.textContent, $pushAnswered.get()]).toEqual(['', true])
})

test('a browser that cannot reach its push service says so', async () => {
  push.turnPushOn.mockRejectedValue(new Error('no service'))
  const page = await show('off', 120)
  await press('field.push.yes')
  expect(page.textContent).toBe('field.push.problem')
})

test('nothing is offered for a short run of a tool that also has long ones', async () => {
  expect((await show('off', 8)).textContent).toBe('')
})

test('the offer of a long run stays when the run has ended', async () => {
  const page = await show('off', 8)
  await render(['extend'], 8)
  expect(page.textContent).toContain('field.push.offer')
  await render([], 8)
  expect(page.textContent).toContain('field.push.offer')
})

for (const state of ['on', 'blocked', 'impossible'])
  test(`nothing is offered where messages are ${state}`, async () => {
    expect((await show(state, 120)).textContent).toBe('')
  })
