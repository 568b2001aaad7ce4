import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { goToSignIn, SIGN_IN_EVENT } from '#client/sign-in.ts'
import { improveLoginDialog } from '#sections/login/login-dialog.browser.ts'

const AUTH = 'https://auth.example'
const LOGIN = {
  name: 'login',
  data: { access_token: 'a', refresh_token: 'pmr_x', expires_in: 3600 }
}

const takeOver = vi.hoisted(() => vi.fn<(token: string, site: unknown) => Promise<boolean>>())
const showQr = vi.hoisted(() => vi.fn())
vi.mock('#stores/take-over.ts', () => ({ adoptSession: takeOver }))
vi.mock('#sections/login/login-qr.browser.ts', () => ({ showQr }))

/** Functions that remove the listeners of a test from the document and the window. */
let off: (() => void)[]
const went = vi.fn()

function stand(more = ''): {
  dialog: HTMLDialogElement
  frame: HTMLIFrameElement
  failed: HTMLElement
} {
  // A minimal page.
  document.body.innerHTML = `
    <a id="in" href="/auth/begin?redirect=%2Fflux%3Fa%3D1">in</a>
    <a id="full" href="/auth/begin?redirect=%2Fflux&flow=redirect" data-full>full</a>
    <dialog id="login" closedby="none" data-auth="${AUTH}" data-origin="https://hub.example" data-site="/de/site" data-back="/flux" ${more}>
      <div data-failed hidden><button type="button">again</button></div>
      <div><iframe data-src="about:blank?login"></iframe></div>
    </dialog>`
  for (const target of [document, window]) {
    const add = target.addEventListener.bind(target)
    vi.spyOn(target, 'addEventListener').mockImplementation(
      (type: string, listener: EventListenerOrEventListenerObject | null) => {
        if (listener === null) return
        add(type, listener)
        off.push(() => target.removeEventListener(type, listener))
      }
    )
  }
  // Frames do not load in this document. For messages, any object can replace their window.
  for (const frame of document.querySelectorAll('iframe'))
    Object.defineProperty(frame, 'contentWindow', { value: {} })
  improveLoginDialog(document)
  const [dialog, frame, failed] = [
    document.querySelector('dialog'),
    document.querySelector('iframe'),
    document.querySelector<HTMLElement>('[data-failed]')
  ]
  if (!dialog || !frame || !failed) throw new Error('no dialog')
  return { dialog, frame, failed }
}

const say = (data: unknown, source: unknown, origin = AUTH): boolean =>
  window.dispatchEvent(Object.assign(new Event('message'), { origin, source, data }))

const click = (selector: string, how: MouseEventInit = {}): boolean =>
  document
    .querySelector(selector)
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...how })) ?? true

beforeEach(() => {
  off = []
  takeOver.mockReset().mockResolvedValue(false)
  showQr.mockReset()
  went.mockReset()
  vi.spyOn(location, 'replace').mockImplementation(address => went(`replace ${address}`))
  vi.spyOn(location, 'assign').mockImplementation(address => went(`assign ${address}`))
  vi.spyOn(location, 'reload').mockImplementation(() => went('reload'))
})
afterEach(() => {
  for (const remove of off) remove()
})

describe('the dialog opens in place', () => {
  test('for a link to the sign-in, and loads its frame only then', () => {
    const { dialog, frame } = stand()
    expect([dialog.open, frame.getAttribute('src')]).toEqual([false, null])
    expect(click('#in')).toBe(false)
    expect([dialog.open, frame.getAttribute('src')]).toEqual([true, 'about:blank?login'])
  })
  test('when a script asks for a sign-in', () => {
    const { dialog } = stand()
    goToSignIn()
    expect([dialog.open, went.mock.calls]).toEqual([true, []])
  })
  test('with the reason for the sign-in, and in a new browser with the sign-up form', () => {
    const { frame } = stand('data-new')
    goToSignIn('image')
    expect(frame.getAttribute('src')).toBe('about:blank?login&asking=image&mode=sign-up')
  })
  test('with the sign-in form in a browser where somebody has signed in before', () => {
    const { frame } = stand()
    goToSignIn('chat')
    expect(frame.getAttribute('src')).toBe('about:blank?login&asking=chat')
  })
  test('immediately on a page whose purpose is signing in', () => {
    expect(stand('data-open').dialog.open).toBe(true)
  })
  test('but not for a link in a new tab or for the link to the full page', () => {
    const { dialog } = stand()
    expect([click('#in', { ctrlKey: true }), click('#full')]).toEqual([true, true])
    expect(dialog.open).toBe(false)
  })
  test('and opens again if a browser closes it', () => {
    const { dialog } = stand('data-open')
    dialog.close()
    expect(dialog.open).toBe(true)
  })
})

test('without a dialog the user leaves for the sign-in page', () => {
  document.body.replaceChildren()
  improveLoginDialog(document)
  goToSignIn()
  expect(went).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^assign \/auth\/begin\?redirect=/)
  )
  expect(document.dispatchEvent(new Event(SIGN_IN_EVENT, { cancelable: true }))).toBe(true)
})

describe('a sign-in', () => {
  test('is taken over, and continues where the link led', async () => {
    const { frame } = stand()
    click('#in')
    say(LOGIN, frame.contentWindow)
    await vi.waitFor(() => expect(went.mock.calls).toEqual([['replace /flux?a=1']]))
    expect(takeOver).toHaveBeenCalledExactlyOnceWith('pmr_x', null)
  })
  test('that returns to the same page reloads it', async () => {
    const { frame } = stand()
    goToSignIn()
    say(LOGIN, frame.contentWindow)
    await vi.waitFor(() => expect(went.mock.calls).toEqual([['reload']]))
  })
  test('of the first user of a site leads to the settings of the site', async () => {
    const { frame } = stand('data-platform="https://platform.example"')
    takeOver.mockResolvedValue(true)
    click('#in')
    say(LOGIN, frame.contentWindow)
    await vi.waitFor(() => expect(went.mock.calls).toEqual([['replace /de/site']]))
    expect(takeOver).toHaveBeenCalledWith('pmr_x', {
      platform: 'https://platform.example',
      origin: 'https://hub.example'
    })
  })
  test('that is reported twice counts once', async () => {
    const { frame } = stand('data-open')
    say(LOGIN, frame.contentWindow)
    say(LOGIN, frame.contentWindow)
    await vi.waitFor(() => expect(went).toHaveBeenCalled())
    expect(takeOver).toHaveBeenCalledOnce()
  })
  test('that fails shows an error and can be retried', async () => {
    const { frame, failed } = stand('data-open')
    takeOver.mockRejectedValueOnce(new Error('refused'))
    say(LOGIN, frame.contentWindow)
    await vi.waitFor(() => expect(failed.hidden).toBe(false))
    expect([frame.parentElement?.hidden, went.mock.calls]).toEqual([true, []])
    frame.removeAttribute('src')
    failed.querySelector('button')?.click()
    expect([failed.hidden, frame.parentElement?.hidden, frame.getAttribute('src')]).toEqual([
      true,
      false,
      'about:blank?login'
    ])
    say(LOGIN, frame.contentWindow)
    await vi.waitFor(() => expect(went).toHaveBeenCalled())
  })
})

describe('a message', () => {
  const QR = { name: 'show_qr', data: { qrLink: `${AUTH}/auth/phone?id=1` } }

  test('with a link for a phone shows its QR code', async () => {
    const { frame } = stand('data-open')
    say(QR, frame.contentWindow)
    await vi.waitFor(() =>
      expect(showQr).toHaveBeenCalledExactlyOnceWith(document, `${AUTH}/auth/phone?id=1`)
    )
  })
  test('is ignored before the dialog opens', async () => {
    const { frame } = stand()
    say(LOGIN, frame.contentWindow)
    say(QR, frame.contentWindow)
    await new Promise(resolve => setTimeout(resolve))
    expect([takeOver.mock.calls, showQr.mock.calls]).toEqual([[], []])
  })
  test.each([
    ['of another origin', 'frame', 'https://evil.example', LOGIN],
    ['of an origin that begins alike', 'frame', `${AUTH}.evil.example`, LOGIN],
    ['of the same host without TLS', 'frame', 'http://auth.example', LOGIN],
    ['of no origin', 'frame', 'null', LOGIN],
    ['of this very page', 'page', AUTH, LOGIN],
    ['of no window', 'nobody', AUTH, LOGIN],
    ['with nothing in it', 'frame', AUTH, null],
    [
      'with a link elsewhere',
      'frame',
      AUTH,
      { name: 'show_qr', data: { qrLink: 'javascript:alert(1)' } }
    ],
    ['with half a token', 'frame', AUTH, { name: 'login', data: { refresh_token: 'pmr_x' } }]
  ])('%s changes nothing', async (_, from, origin, data) => {
    const { frame } = stand('data-open')
    say(data, { frame: frame.contentWindow, page: window, nobody: null }[from], origin)
    await new Promise(resolve => setTimeout(resolve))
    expect([takeOver.mock.calls, showQr.mock.calls, went.mock.calls]).toEqual([[], [], []])
  })
})
