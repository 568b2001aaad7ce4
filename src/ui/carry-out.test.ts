import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resetAll } from '#stores/persisted.ts'
import { $pendingMessage, signInToSend } from '#stores/pressed.ts'
import { SIGN_IN_EVENT } from '#client/sign-in.ts'
import { sendAfterCountdown } from '#ui/carry-out.ts'

const send = vi.fn<() => void>()
const ends: (() => void)[] = []
let text = ''

function begin(place = 'new:chatgpt'): void {
  ends.push(
    sendAfterCountdown({
      place,
      unchanged: pressed => pressed.text === text,
      line: 'It costs 1 credit.',
      cancel: 'Stop',
      send
    })
  )
}
const notice = (): Element | null => document.querySelector('[role=status]')

beforeEach(() => {
  vi.useFakeTimers()
  document.addEventListener(SIGN_IN_EVENT, event => event.preventDefault(), { once: true })
  text = 'A question'
  signInToSend('new:chatgpt', text, 'chat')
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.useRealTimers()
  send.mockReset()
  resetAll()
})

test('a notice appears first, then the text is sent once', async () => {
  begin()
  expect(notice()?.textContent).toBe('It costs 1 credit.Stop')
  await vi.advanceTimersByTimeAsync(2000)
  expect(send).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  expect(send).toHaveBeenCalledOnce()
  expect([$pendingMessage.get(), notice()]).toEqual([null, null])
  // After a reload there is nothing left to send.
  begin()
  await vi.advanceTimersByTimeAsync(7000)
  expect(send).toHaveBeenCalledOnce()
})

test('only one of two tabs sends', async () => {
  begin()
  begin()
  await vi.advanceTimersByTimeAsync(7000)
  expect(send).toHaveBeenCalledOnce()
})

test('the button of the notice cancels the sending, also on later pages', async () => {
  begin()
  document.querySelector<HTMLButtonElement>('[role=status] button')?.click()
  expect(notice()).toBeNull()
  await vi.advanceTimersByTimeAsync(7000)
  begin()
  await vi.advanceTimersByTimeAsync(7000)
  expect(send).not.toHaveBeenCalled()
})

test('a manual submit cancels the automatic one', async () => {
  begin()
  document.dispatchEvent(new Event('submit'))
  await vi.advanceTimersByTimeAsync(7000)
  expect(send).not.toHaveBeenCalled()
})

test('a text is not sent if it was changed, is of another place or is too old', async () => {
  begin('new:grok')
  expect(notice()).toBeNull()
  text = 'Another question'
  begin()
  expect([notice(), $pendingMessage.get()]).toEqual([null, null])
  text = 'A question'
  $pendingMessage.set({ place: 'new:chatgpt', text, at: Date.now() - 3_600_001 })
  begin()
  await vi.advanceTimersByTimeAsync(7000)
  expect(send).not.toHaveBeenCalled()
})

test('does not send a text that changes while the notice is visible', async () => {
  begin()
  text = 'A question, edited'
  await vi.advanceTimersByTimeAsync(7000)
  expect(send).not.toHaveBeenCalled()
})
