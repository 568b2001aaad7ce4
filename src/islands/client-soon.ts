import type { ClientDirective } from 'astro'
import { ALIVE, WAKE } from '#islands/pane-events.ts'

/** What somebody does with an island that stands as the server has drawn it. */
const SIGNS = ['pointerdown', 'keydown', 'focusin', 'scroll'] as const

/**
 * `client:soon`: an island that is read long before it is used. It comes to life when somebody does something with it, when
 * the page asks for it, when the page is looked at again, and at once while something in it changes by itself (`data-live`).
 * A press that came before is not lost: it is done again once it is heard.
 */
const clientSoon: ClientDirective = (load, _, island) => {
  let waking: Promise<void> | null = null
  const pressed = new Set<HTMLElement>()
  const wake = (): void => {
    // What could not be fetched is fetched with the next sign.
    waking ??= come().catch(() => {
      waking = null
    })
  }
  const come = async (): Promise<void> => {
    const hydrate = await load()
    const alive = new Promise(heard => document.addEventListener(ALIVE, heard, { once: true }))
    await hydrate()
    await alive
    for (const sign of SIGNS) island.removeEventListener(sign, wake, true)
    island.removeEventListener('click', press, true)
    document.removeEventListener(WAKE, wake)
    document.removeEventListener('visibilitychange', lookAgain)
    for (const button of pressed) button.click()
  }
  // Links, films and what unfolds do without a script.
  const press = (event: Event): void => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (button === null) return
    event.preventDefault()
    pressed.add(button)
    wake()
  }
  const lookAgain = (): void => {
    if (!document.hidden) wake()
  }
  for (const sign of SIGNS) island.addEventListener(sign, wake, { capture: true, passive: true })
  island.addEventListener('click', press, true)
  document.addEventListener(WAKE, wake)
  document.addEventListener('visibilitychange', lookAgain)
  if (island.querySelector('[data-live]') !== null) wake()
}

// oxlint-disable-next-line import/no-default-export -- Astro asks for one
export default clientSoon
