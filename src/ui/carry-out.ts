import {
  $pendingMessage,
  pendingMessageOf,
  takePendingMessage,
  type PendingMessage
} from '#stores/pressed.ts'

/**
 * The notice stays this long, in milliseconds. Time in which the user hovers or focuses it does not
 * count.
 */
const READ = 3000
const STEP = 100

type Work = {
  /** Draft key of this page's form. Nothing is sent if the guest pressed Send in another form. */
  place: string
  /** Whether the form still has the text that the user tried to send. */
  unchanged(pressed: PendingMessage): boolean
  /** Text of the notice: what will happen, and what it costs. */
  line: string
  cancel: string
  send(): void
}

/**
 * Sends, once, the text that a guest tried to send before they signed in. A notice with the cost
 * appears first. The user cancels with the button of the notice or by submitting any form. The
 * countdown pauses while the tab is hidden.
 * @returns a function that stops the countdown and keeps the text for another page
 */
export function sendAfterCountdown({ place, unchanged, line, cancel, send }: Work): () => void {
  const pressed = pendingMessageOf(place)
  if (pressed === null) return () => undefined
  if (!unchanged(pressed)) {
    $pendingMessage.set(null)
    return () => undefined
  }
  const { box, isHeld } = show(line, cancel)
  let left = READ
  const timer = setInterval(() => {
    if (document.hidden || isHeld()) return
    left -= STEP
    if (left <= 0) void finish()
  }, STEP)
  const drop = (): void => $pendingMessage.set(null)
  const end = (): void => {
    clearInterval(timer)
    forget()
    document.removeEventListener('submit', drop, true)
    box.remove()
  }
  const finish = async (): Promise<void> => {
    end()
    const still = unchanged(pressed)
    if ((await takePendingMessage(place)) && still) send()
  }
  // The user cancelled, or another tab took the text.
  const forget = $pendingMessage.listen(now => now === null && end())
  box.querySelector('button')?.addEventListener('click', drop)
  document.addEventListener('submit', drop, true)
  return end
}

/**
 * Shows the notice above the page, so that the layout does not shift. It waits while the user
 * hovers or focuses it.
 */
function show(line: string, cancel: string): { box: HTMLElement; isHeld(): boolean } {
  const box = document.createElement('div')
  box.setAttribute('role', 'status')
  box.className =
    'menu fixed inset-x-4 top-4 z-50 mx-auto flex w-fit max-w-[min(34rem,100vw-2rem)] items-center gap-2 py-1 ps-4 pe-1'
  const text = document.createElement('p')
  text.className = 'min-w-0 py-2 text-14 break-words'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button button-quiet flex-none'
  button.textContent = cancel
  box.append(text, button)
  document.body.append(box)
  // Screen readers announce only text that is added to an existing status element.
  text.textContent = line
  return { box, isHeld: () => box.matches(':hover, :focus-within') }
}
