import type { ClientDirective } from 'astro'
import { HYDRATED_EVENT, HYDRATION_REQUEST } from '#islands/pane-events.ts'

/** The events on a server-rendered island that hydrate it. */
const SIGNS = ['pointerdown', 'keydown', 'focusin', 'scroll'] as const

/**
 * Implements `client:soon`, for an island that users read long before they use it. The island
 * hydrates on the first interaction, when the page requests it, or when the page becomes visible
 * again. An island with content that changes (`data-live`) hydrates immediately. Clicks on buttons
 * and results before hydration are repeated afterwards.
 */
const clientSoon: ClientDirective = (load, _, island) => {
  let waking: Promise<void> | null = null
  const pressed = new Set<HTMLElement>()
  const wake = (): void => {
    // A failed load is retried on the next event.
    waking ??= come().catch(() => {
      waking = null
    })
  }
  const come = async (): Promise<void> => {
    const hydrate = await load()
    const alive = new Promise(heard =>
      document.addEventListener(HYDRATED_EVENT, heard, { once: true })
    )
    await hydrate()
    await alive
    for (const sign of SIGNS) island.removeEventListener(sign, wake, true)
    island.removeEventListener('click', press, true)
    document.removeEventListener(HYDRATION_REQUEST, wake)
    document.removeEventListener('visibilitychange', lookAgain)
    for (const button of pressed) button.click()
  }
  // Other links, songs, videos and `details` elements work without this island.
  const press = (event: MouseEvent): void => {
    const button =
      event.target instanceof Element
        ? event.target.closest<HTMLElement>('button:not([data-song]), [data-view]')
        : null
    if (button === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    pressed.add(button)
    wake()
  }
  const lookAgain = (): void => {
    if (!document.hidden) wake()
  }
  for (const sign of SIGNS) island.addEventListener(sign, wake, { capture: true, passive: true })
  island.addEventListener('click', press, true)
  document.addEventListener(HYDRATION_REQUEST, wake)
  document.addEventListener('visibilitychange', lookAgain)
  if (island.querySelector('[data-live]') !== null) wake()
}

// oxlint-disable-next-line import/no-default-export -- Astro asks for one
export default clientSoon
