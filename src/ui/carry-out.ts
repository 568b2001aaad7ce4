import { $pressed, pressedIn, takePressed, type Pressed } from '#stores/pressed.ts'

/** How long the notice is there to be read, while nobody is at it, in milliseconds. */
const READ = 6000
const STEP = 100

type Work = {
  /** Where what was pressed stands. */
  place: string
  /** Is it still what was pressed for? */
  unchanged(pressed: Pressed): boolean
  /** What is about to happen, and what it costs. */
  line: string
  cancel: string
  send(): void
}

/**
 * Carries out, once, what somebody pressed send for before they signed in. A notice says so first, with its cost, and stops
 * it; so does sending anything by hand. A tab that nobody looks at waits.
 * @returns ends it, and leaves it for another page
 */
export function carryOut({ place, unchanged, line, cancel, send }: Work): () => void {
  const pressed = pressedIn(place)
  if (pressed === null) return () => undefined
  if (!unchanged(pressed)) {
    $pressed.set(null)
    return () => undefined
  }
  const { box, isHeld } = show(line, cancel)
  let left = READ
  const timer = setInterval(() => {
    if (document.hidden || isHeld()) return
    left -= STEP
    if (left <= 0) void finish()
  }, STEP)
  const drop = (): void => $pressed.set(null)
  const end = (): void => {
    clearInterval(timer)
    forget()
    document.removeEventListener('submit', drop, true)
    box.remove()
  }
  const finish = async (): Promise<void> => {
    end()
    const still = unchanged(pressed)
    if ((await takePressed(place)) && still) send()
  }
  // It was stopped, or another tab has taken it.
  const forget = $pressed.listen(now => now === null && end())
  box.querySelector('button')?.addEventListener('click', drop)
  document.addEventListener('submit', drop, true)
  return end
}

/** The notice, over the page: nothing moves for it. It waits while somebody points at it or is in it. */
function show(line: string, cancel: string): { box: HTMLElement; isHeld(): boolean } {
  const box = document.createElement('div')
  box.setAttribute('role', 'status')
  box.className = 'menu fixed inset-x-4 top-4 z-50 mx-auto flex w-fit max-w-[min(34rem,100vw-2rem)] items-center gap-2 py-1 ps-4 pe-1'
  const text = document.createElement('p')
  text.className = 'min-w-0 py-2 text-14 break-words'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button button-quiet flex-none'
  button.textContent = cancel
  box.append(text, button)
  document.body.append(box)
  // What comes into a status is told.
  text.textContent = line
  return { box, isHeld: () => box.matches(':hover, :focus-within') }
}
