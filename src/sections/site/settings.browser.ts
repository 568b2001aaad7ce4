/** Session storage key of the scroll position from before the settings were saved. */
const KEY = 'settings'

/**
 * Shows whether the settings have unsaved changes, and asks before the user loses them. Without this
 * script they are saved in the same way.
 */
export function guardUnsavedSettings(root: Document): void {
  const form = root.querySelector<HTMLFormElement>('#settings')
  if (form === null) return
  const isRefused = form.dataset['refused'] !== undefined
  const discard = form.querySelector<HTMLElement>('[data-discard]')
  const status = form.querySelector<HTMLElement>('[role=status]')
  const saved = status?.textContent ?? ''
  const look = (): void => {
    const isUnsaved = isRefused || hasChanges(form)
    if (status !== null) status.textContent = isUnsaved ? (status.dataset['unsaved'] ?? '') : saved
    discard?.toggleAttribute('hidden', !isUnsaved)
    if (isUnsaved) addEventListener('beforeunload', ask)
    else removeEventListener('beforeunload', ask)
  }
  const leave = (): void => {
    removeEventListener('beforeunload', ask)
    keepScroll()
  }
  root.addEventListener('input', look)
  addEventListener('pageshow', () => {
    // A browser that restores earlier input sends no event for it.
    look()
    // Before `pageshow` this would be too early: the browser still scrolls to the card in the
    // address.
    restoreScroll(isRefused)
  })
  form.addEventListener('submit', leave)
  discard?.addEventListener('click', leave)
  look()
}

/** Tells whether a field of a form differs from the value that the page was loaded with. */
export function hasChanges(form: HTMLFormElement): boolean {
  return [...form.elements].some(field => {
    if (field instanceof HTMLSelectElement)
      return [...field.options].some(each => each.selected !== each.hasAttribute('selected'))
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
    if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false
    return field.type === 'checkbox' || field.type === 'radio'
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue
  })
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function keepScroll(): void {
  try {
    sessionStorage.setItem(KEY, String(scrollY))
  } catch {
    // In a browser that forbids storage the page continues at the changed card.
  }
}

/**
 * @param isRefused true if the settings were refused; the page then shows its first error instead
 */
function restoreScroll(isRefused: boolean): void {
  try {
    const kept = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    if (kept !== null && !isRefused) scrollTo(0, Number(kept))
  } catch {
    // A browser that forbids storage has stored no position.
  }
}
