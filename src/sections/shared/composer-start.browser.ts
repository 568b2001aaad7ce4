/**
 * Focuses the composer of a page that just opened, and keeps an Enter pressed before its island
 * works. The island then decides whether that key sends.
 */
export function startComposer(root: Document): void {
  const field = root.querySelector<HTMLTextAreaElement>('textarea[name="question"]')
  if (field === null) return
  // On a touch screen the focus would open the keyboard. A reader who has moved on keeps the focus.
  if (root.activeElement === root.body && matchMedia('(pointer: fine)').matches) {
    field.focus({ preventScroll: true })
    leadBack(root, field)
  }
  const island = field.closest('astro-island[ssr]')
  if (island !== null) keepEnter(field, island)
}

/**
 * Lets a first Shift+Tab go to the link at the top of the page, as if the page had not moved the
 * focus. Otherwise the way there leads backwards through the whole frame.
 */
function leadBack(root: Document, field: HTMLTextAreaElement): void {
  const first = new AbortController()
  const { signal } = first
  const press = (event: KeyboardEvent): void => {
    // Its own key comes before the combination.
    if (event.key === 'Shift') return
    first.abort()
    const link = root.querySelector<HTMLElement>('.skip-link')
    if (event.key !== 'Tab' || !event.shiftKey || link === null) return
    event.preventDefault()
    link.focus()
  }
  field.addEventListener('keydown', press, { signal })
  field.addEventListener('blur', () => first.abort(), { signal })
}

function keepEnter(field: HTMLTextAreaElement, island: Element): void {
  let kept: KeyboardEvent | undefined
  const keep = (event: KeyboardEvent): void => {
    const { key, shiftKey, altKey, isComposing, keyCode } = event
    if (key !== 'Enter' || shiftKey || altKey || isComposing || keyCode === 229) return
    event.preventDefault()
    kept = event
  }
  const repeat = (): void => {
    field.removeEventListener('keydown', keep)
    // An event from a script inserts nothing, so a key that does not send needs its line here.
    if (kept !== undefined && field.dispatchEvent(new KeyboardEvent('keydown', kept)))
      field.setRangeText('\n', field.selectionStart, field.selectionEnd, 'end')
  }
  field.addEventListener('keydown', keep)
  island.addEventListener('astro:hydrate', repeat, { once: true })
}
