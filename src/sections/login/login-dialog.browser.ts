import { localPath } from '#client/local-path.ts'
import { readPopupMessage } from '#sections/login/popup-message.browser.ts'
import { SIGN_IN } from '#client/sign-in.ts'

/** Links that lead to signing in, but for those to the login page as a page of its own. */
const LINKS = 'a[href^="/auth/begin?"]:not([data-full])'

/** Lets people sign in over the page: every link and call for it opens the dialog, which stays until that is done. */
export function improveLoginDialog(root: Document): void {
  const dialog = root.querySelector<HTMLDialogElement>('#login')
  const frame = dialog?.querySelector('iframe')
  if (!dialog || !frame) return
  const open = (back: string | null): void => openDialog(dialog, frame, back)
  root.addEventListener(SIGN_IN, event => {
    event.preventDefault()
    open(null)
  })
  root.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(LINKS) : null
    // A new tab is a page of its own.
    if (link === null || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open(new URL(link.href).searchParams.get('redirect'))
  })
  // A page from the browser's memory does not know who has signed in since.
  addEventListener('pageshow', event => event.persisted && location.reload())
  if (dialog.dataset['open'] !== undefined) open(dialog.dataset['back'] ?? null)
}

/** @param back local path to go on to; null for this page, wherever it has gone meanwhile */
function openDialog(dialog: HTMLDialogElement, frame: HTMLIFrameElement, back: string | null): void {
  if (dialog.open) return
  const { auth = '', platform, origin = '', site = '' } = dialog.dataset
  const load = (): void => void (frame.src = frame.dataset['src'] ?? '')
  const failed = dialog.querySelector<HTMLElement>('[data-failed]')
  const showFailed = (shown: boolean): void => {
    failed?.toggleAttribute('hidden', !shown)
    frame.parentElement?.toggleAttribute('hidden', shown)
  }
  let busy = false
  const onLogin = async (refreshToken: string): Promise<void> => {
    if (busy) return
    busy = true
    try {
      const { takeOver } = await import('#stores/take-over.ts')
      const first = await takeOver(refreshToken, platform === undefined ? null : { platform, origin })
      leaveFor(first ? site : back)
    } catch {
      busy = false
      showFailed(true)
    }
  }
  addEventListener('message', ({ origin: sender, source, data }) => {
    if (sender !== auth || source === null || source !== frame.contentWindow) return
    const message = readPopupMessage(data, auth)
    if (message?.name === 'login') void onLogin(message.refreshToken)
    if (message?.name === 'show_qr') void import('#sections/login/login-qr.browser.ts').then(({ showQr }) => showQr(document, message.link))
  })
  failed?.querySelector('button')?.addEventListener('click', () => {
    showFailed(false)
    load()
  })
  // Browsers that do not know `closedby` close it on a second Escape, whatever its listeners say.
  dialog.addEventListener('close', () => dialog.showModal())
  load()
  dialog.showModal()
  frame.focus()
}

function leaveFor(back: string | null): void {
  const here = location.pathname + location.search
  const target = back === null ? here : localPath(back)
  if (target === here) location.reload()
  else location.replace(target)
}
