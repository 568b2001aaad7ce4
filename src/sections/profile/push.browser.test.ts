import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { improvePush } from '#sections/profile/push.browser.ts'

const push = vi.hoisted(() => ({
  readPushState: vi.fn<() => Promise<string>>(),
  turnPushOn: vi.fn<() => Promise<string>>(),
  turnPushOff: vi.fn<() => Promise<string>>()
}))
vi.mock('#client/push.ts', () => push)
vi.mock('#stores/renewal.ts', () => ({
  withUserToken: (run: (token: string) => unknown) => run('t')
}))

beforeEach(() => {
  document.body.innerHTML = `<section data-push hidden><p data-push-said></p>
    <button data-on="Turn on" data-off="Turn off" data-said-on="It is on"
      data-said-blocked="Blocked" data-said-problem="Problem"></button></section>`
})
afterEach(() => vi.resetAllMocks())

/** Starts in this push state, presses the button some times, and returns how the card looks. */
async function looks(state: string, presses = 0): Promise<(string | boolean)[]> {
  push.readPushState.mockResolvedValue(state)
  improvePush(document)
  const [card, said, button] = ['section', 'p', 'button'].map(name =>
    document.querySelector<HTMLElement>(name)
  )
  await vi.waitFor(() => expect(push.readPushState).toHaveBeenCalled())
  await Promise.resolve()
  for (let press = 0; press < presses; press++) {
    button?.click()
    await vi.waitFor(() => expect(button?.ariaBusy).toBeFalsy())
  }
  return [card?.hidden === false, button?.textContent ?? '', said?.textContent ?? '']
}

test('the card stays hidden in a browser without push messages', async () => {
  expect((await looks('impossible'))[0]).toBe(false)
})

test('the card says that the browser blocks notifications', async () => {
  expect(await looks('blocked')).toEqual([true, 'Turn on', 'Blocked'])
  expect(document.querySelector('button')?.hidden).toBe(true)
})

test('the button turns messages on and off again', async () => {
  push.turnPushOn.mockResolvedValue('on')
  push.turnPushOff.mockResolvedValue('off')
  expect(await looks('off', 1)).toEqual([true, 'Turn off', 'It is on'])
  document.querySelector('button')?.click()
  await vi.waitFor(() => expect(document.querySelector('button')?.textContent).toBe('Turn on'))
})

test('a failure is shown, and the button stays', async () => {
  push.turnPushOn.mockRejectedValue(new Error('no service'))
  expect(await looks('off', 1)).toEqual([true, 'Turn on', 'Problem'])
})
