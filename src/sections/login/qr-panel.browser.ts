import type { PhoneSignInState } from '#contract/phone.ts'
import { startCountdown } from '#sections/login/count-down.browser.ts'

type State = PhoneSignInState['state']

/** Milliseconds between two polls: normally, and at most after failures. */
const EVERY = 2000
const LONGEST = 30_000

/**
 * Polls for the phone's answer to the QR code. It signs in after a confirmation, and shows a
 * refusal or that the code has expired. In a frame it sends the link to the surrounding page, which
 * can show the code larger.
 */
export function improveQrPanels(root: ParentNode): void {
  for (const panel of root.querySelectorAll<HTMLElement>('[data-qr-panel]')) {
    tellPage(panel)
    follow(panel)
  }
}

function tellPage({ dataset: { parent, link } }: HTMLElement): void {
  if (parent && window.parent !== window)
    window.parent.postMessage({ name: 'show_qr', data: { qrLink: link } }, parent)
}

function follow(panel: HTMLElement): void {
  const form = panel.querySelector('form')
  const clock = panel.querySelector<HTMLElement>('[data-left]')
  if (form === null || clock === null) return
  const left = form.querySelector<HTMLInputElement>('[name=expires_in]')
  let [over, due, wait] = [false, 0, EVERY]
  form.hidden = true

  const end = (state: State): void => {
    over = true
    stop()
    for (const part of panel.querySelectorAll<HTMLElement>('[data-when]'))
      part.hidden = part.dataset['when'] !== state
    if (state === 'confirmed') form.requestSubmit()
  }
  const look = async (): Promise<void> => {
    due = Infinity
    const state = await ask(panel.dataset['secret']).catch(() => null)
    if (over) return
    if (state !== null && state !== 'waiting') return end(state)
    // While polling fails, the user can press the form's button instead.
    form.hidden = state !== null
    wait = state === null ? Math.min(wait * 2, LONGEST) : EVERY
    due = Date.now() + wait
  }
  const stop = startCountdown(clock, seconds => {
    if (left !== null) left.value = String(seconds)
    if (seconds === 0) end('expired')
    else if (!document.hidden && Date.now() >= due) void look()
  })
}

/** @throws when the request fails or its answer is unreadable */
async function ask(secret: string | undefined): Promise<State> {
  const answer = await fetch('/auth/qr/poll', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret }),
    signal: AbortSignal.timeout(10_000)
  })
  if (!answer.ok) throw new Error(String(answer.status))
  return ((await answer.json()) as PhoneSignInState).state
}
