import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startCountdown, formatCountdown } from '#sections/login/count-down.browser.ts'
import { improveQrPanels } from '#sections/login/qr-panel.browser.ts'

const SECRET = 's'.repeat(43)
const LINK = 'https://auth.example/auth/phone?id=abc'

let submit: ReturnType<typeof vi.fn<() => void>>
let poll: ReturnType<typeof vi.fn<(url: string, init: RequestInit) => Promise<Response>>>
let hidden = false

/** The panel as the server renders it. */
function addPanel(parent?: string): HTMLElement {
  const panel = document.createElement('section')
  Object.assign(panel.dataset, {
    qrPanel: '',
    secret: SECRET,
    link: LINK,
    ...(parent !== undefined && { parent })
  })
  const clock = document.createElement('span')
  clock.dataset['left'] = '120'
  const form = document.createElement('form')
  form.dataset['when'] = 'waiting'
  form.requestSubmit = submit
  const left = Object.assign(document.createElement('input'), { name: 'expires_in', value: '120' })
  form.append(left, document.createElement('button'))
  const parts = ['waiting', 'confirmed', 'refused', 'expired'].map(state => {
    const part = Object.assign(document.createElement('span'), { hidden: state !== 'waiting' })
    part.dataset['when'] = state
    return part
  })
  panel.append(clock, form, ...parts)
  document.body.append(panel)
  return panel
}

const answers = (state: string) => () => Promise.resolve(Response.json({ state }))
const shown = (panel: HTMLElement) =>
  [...panel.querySelectorAll<HTMLElement>('span[data-when]')]
    .filter(part => !part.hidden)
    .map(part => part.dataset['when'])
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

beforeEach(() => {
  vi.useFakeTimers()
  document.body.replaceChildren()
  hidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  submit = vi.fn()
  poll = vi.fn(answers('waiting'))
  vi.stubGlobal('fetch', poll)
})
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
})

test('the panel polls every two seconds and signs in once the phone has confirmed', async () => {
  const panel = addPanel()
  improveQrPanels(document)
  expect(panel.querySelector('form')?.hidden).toBe(true)
  await pass(10)
  expect(poll).toHaveBeenCalledTimes(5)
  expect(poll.mock.lastCall?.[0]).toBe('/auth/qr/poll')
  expect(JSON.parse(String(poll.mock.lastCall?.[1].body))).toEqual({ secret: SECRET })
  poll.mockImplementation(answers('confirmed'))
  await pass(2)
  expect(submit).toHaveBeenCalledTimes(1)
  expect(shown(panel)).toEqual(['confirmed'])
  await pass(300)
  expect([submit.mock.calls.length, poll.mock.calls.length]).toEqual([1, 6])
})

test('the panel shows that the phone refused, and stops polling', async () => {
  const panel = addPanel()
  poll.mockImplementation(answers('refused'))
  improveQrPanels(document)
  await pass(30)
  expect(shown(panel)).toEqual(['refused'])
  expect([poll.mock.calls.length, submit.mock.calls.length]).toEqual([1, 0])
})

test('the panel counts down, shows that the code has expired, and stops polling', async () => {
  const panel = addPanel()
  improveQrPanels(document)
  await pass(35)
  expect(panel.querySelector('[data-left]')?.textContent).toBe('1:25')
  expect(panel.querySelector('input')?.value).toBe('85')
  await pass(85)
  expect(shown(panel)).toEqual(['expired'])
  const { length } = poll.mock.calls
  await pass(60)
  expect(poll).toHaveBeenCalledTimes(length)
})

test('the panel polls only while the page is visible', async () => {
  addPanel()
  hidden = true
  improveQrPanels(document)
  await pass(20)
  expect(poll).not.toHaveBeenCalled()
  hidden = false
  await pass(1)
  expect(poll).toHaveBeenCalledTimes(1)
})

test('after failures the panel polls less often and shows the button', async () => {
  const panel = addPanel()
  poll.mockImplementation(() => Promise.reject(new TypeError('offline')))
  improveQrPanels(document)
  await pass(60)
  expect(poll.mock.calls.length).toBeLessThan(6)
  expect(panel.querySelector('form')?.hidden).toBe(false)
  poll.mockImplementation(() => Promise.resolve(new Response('', { status: 502 })))
  await pass(32)
  poll.mockImplementation(answers('waiting'))
  await pass(25)
  const { length } = poll.mock.calls
  await pass(2)
  expect([panel.querySelector('form')?.hidden, poll.mock.calls.length - length]).toEqual([true, 1])
})

test('an answer after the code has expired changes nothing', async () => {
  const panel = addPanel()
  let answer: (response: Response) => void = () => undefined
  poll.mockImplementation(() => new Promise(resolve => (answer = resolve)))
  improveQrPanels(document)
  await pass(121)
  answer(Response.json({ state: 'confirmed' }))
  await pass(5)
  expect([shown(panel), submit.mock.calls.length]).toEqual([['expired'], 0])
})

test('the panel sends the link only to a surrounding page, at its exact origin', () => {
  const postMessage = vi.fn()
  addPanel('https://studio.example')
  improveQrPanels(document)
  vi.spyOn(window, 'parent', 'get').mockReturnValue({ postMessage } as unknown as Window &
    typeof globalThis)
  document.body.replaceChildren()
  addPanel()
  improveQrPanels(document)
  expect(postMessage).not.toHaveBeenCalled()

  addPanel('https://studio.example')
  improveQrPanels(document)
  expect(postMessage.mock.calls).toEqual([
    [{ name: 'show_qr', data: { qrLink: LINK } }, 'https://studio.example']
  ])
  expect(JSON.stringify(postMessage.mock.calls)).not.toContain(SECRET)
})

test('a clock shows minutes and seconds and follows the system time', async () => {
  expect([120, 61, 9, 0].map(formatCountdown)).toEqual(['2:00', '1:01', '0:09', '0:00'])
  const clock = document.createElement('span')
  clock.dataset['left'] = '90'
  startCountdown(clock)
  vi.setSystemTime(Date.now() + 60_000)
  await pass(1)
  expect(clock.textContent).toBe('0:29')
})
