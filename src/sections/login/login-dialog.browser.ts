import { localPath } from '#client/local-path.ts'
import { readPopupMessage } from '#sections/login/popup-message.browser.ts'
import { SIGN_IN_EVENT } from '#client/sign-in.ts'

/** Links to the sign-in, except those to the full login page. */
const LINKS = 'a[href^="/auth/begin?"]:not([data-full])'

/**
 * Lets users sign in over the page. Every sign-in link or call opens the dialog, which stays open
 * until the user has signed in.
 */
export function improveLoginDialog(root: Document): void {
  const dialog = root.querySelector<HTMLDialogElement>('#login')
  const frame = dialog?.querySelector('iframe')
  if (!dialog || !frame) return
  const open = (back: string | null, asking: string | null): void =>
    openDialog(dialog, frame, { back, asking })
  root.addEventListener(SIGN_IN_EVENT, event => {
    event.preventDefault()
    open(null, String((event as CustomEvent).detail ?? 1))
  })
  root.addEventListener('click', event => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(LINKS) : null
    // With a modifier key the link opens a new tab, which shows the full login page.
    if (
      link === null ||
      event.defaultPrevented ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    const { searchParams } = new URL(link.href)
    open(searchParams.get('redirect'), searchParams.get('asking'))
  })
  // A page restored from the back/forward cache does not know who has signed in since.
  addEventListener('pageshow', event => event.persisted && location.reload())
  const { open: opens, back = null, asking = null } = dialog.dataset
  if (opens !== undefined) open(back, asking)
}

/**
 * `back` is the local path to continue at; null for the address that this page has by then.
 * `asking` is the action that waits for the sign-in; null if the user only signs in.
 */
type Purpose = { back: string | null; asking: string | null }

function openDialog(
  dialog: HTMLDialogElement,
  frame: HTMLIFrameElement,
  { back, asking }: Purpose
): void {
  if (dialog.open) return
  const { auth = '', platform, origin = '', site = '', new: isNew } = dialog.dataset
  const mode = isNew === undefined ? '' : '&mode=sign-up'
  const more = asking === null ? '' : `&asking=${encodeURIComponent(asking)}${mode}`
  const load = (): void => void (frame.src = (frame.dataset['src'] ?? '') + more)
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
      const { adoptSession } = await import('#stores/take-over.ts')
      const first = await adoptSession(
        refreshToken,
        platform === undefined ? null : { platform, origin }
      )
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
    if (message?.name === 'show_qr')
      void import('#sections/login/login-qr.browser.ts').then(({ showQr }) =>
        showQr(document, message.link)
      )
  })
  failed?.querySelector('button')?.addEventListener('click', () => {
    showFailed(false)
    load()
  })
  // Browsers without support for `closedby` close the dialog on a second Escape, whatever its
  // listeners do.
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
