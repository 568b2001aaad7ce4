import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resetAll } from '#stores/persisted.ts'
import { $pressed, signInToSend } from '#stores/pressed.ts'
import { SIGN_IN } from '#client/sign-in.ts'
import { carryOut } from '#ui/carry-out.ts'

const send = vi.fn<() => void>()
const ends: (() => void)[] = []
let text = ''

function begin(place = 'new:chatgpt'): void {
  ends.push(carryOut({ place, unchanged: pressed => pressed.text === text, line: 'It costs 1 credit.', cancel: 'Stop', send }))
}
const notice = (): Element | null => document.querySelector('[role=status]')

beforeEach(() => {
  vi.useFakeTimers()
  document.addEventListener(SIGN_IN, event => event.preventDefault(), { once: true })
  text = 'A question'
  signInToSend('new:chatgpt', text)
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.useRealTimers()
  send.mockReset()
  resetAll()
})

test('the notice stands first, then it is sent, once', async () => {
  begin()
  expect(notice()?.textContent).toBe('It costs 1 credit.Stop')
  await vi.advanceTimersByTimeAsync(5000)
  expect(send).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  expect(send).toHaveBeenCalledOnce()
  expect([$pressed.get(), notice()]).toEqual([null, null])
  // A reload finds nothing to send.
  begin()
  await vi.advanceTimersByTimeAsync(7000)
  expect(send).toHaveBeenCalledOnce()
})

test('of two tabs one sends', async () => {
  begin()
  begin()
  await vi.advanceTimersByTimeAsync(7000)
  expect(send).toHaveBeenCalledOnce()
})

test('it can be stopped, for good', async () => {
  begin()
  document.querySelector<HTMLButtonElement>('[role=status] button')?.click()
  expect(notice()).toBeNull()
  await vi.advanceTimersByTimeAsync(7000)
  begin()
  await vi.advanceTimersByTimeAsync(7000)
  expect(send).not.toHaveBeenCalled()
})

test('sending something by hand comes before it', async () => {
  begin()
  document.dispatchEvent(new Event('submit'))
  await vi.advanceTimersByTimeAsync(7000)
  expect(send).not.toHaveBeenCalled()
})

test('what was changed since is not sent, and nothing of another place or of yesterday', async () => {
  begin('new:grok')
  expect(notice()).toBeNull()
  text = 'Another question'
  begin()
  expect([notice(), $pressed.get()]).toEqual([null, null])
  text = 'A question'
  $pressed.set({ place: 'new:chatgpt', text, at: Date.now() - 3_600_001 })
  begin()
  await vi.advanceTimersByTimeAsync(7000)
  expect(send).not.toHaveBeenCalled()
})

test('a text that is edited while the notice stands is not sent', async () => {
  begin()
  text = 'A question, edited'
  await vi.advanceTimersByTimeAsync(7000)
  expect(send).not.toHaveBeenCalled()
})
