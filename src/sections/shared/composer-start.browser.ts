/**
 * Focuses the composer of a page that just opened. If the user presses Enter before the island
 * hydrates, the key is kept, and the island then decides whether it sends.
 */
export function focusComposerOnOpen(root: Document): void {
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
 * focus. Otherwise the reader would step backwards through the whole frame to get there.
 */
function leadBack(root: Document, field: HTMLTextAreaElement): void {
  const first = new AbortController()
  const { signal } = first
  const press = (event: KeyboardEvent): void => {
    // Shift alone fires a keydown before Shift+Tab does.
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
    // A key event from a script inserts no text. If the island does not send, insert the new line.
    if (kept !== undefined && field.dispatchEvent(new KeyboardEvent('keydown', kept)))
      field.setRangeText('\n', field.selectionStart, field.selectionEnd, 'end')
  }
  field.addEventListener('keydown', keep)
  island.addEventListener('astro:hydrate', repeat, { once: true })
}
