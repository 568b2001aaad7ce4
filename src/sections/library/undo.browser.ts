import { writeCount } from '#sections/library/count.browser.ts'

/** Milliseconds in which a deletion can be undone. */
const OPEN = 8000

/**
 * Lets users undo a deletion for some seconds, instead of asking them before. Until then nothing is
 * sent, so nothing is lost. Leaving the page sends it.
 */
export function deferDeletion(form: HTMLFormElement): void {
  const bar = form.querySelector<HTMLElement>('[data-undo]')
  const failure = bar?.querySelector<HTMLElement>('[data-failed]')
  const line = bar?.querySelector<HTMLElement>('[data-deleted]')
  const undo = bar?.querySelector('button')
  if (!bar || !failure || !line || !undo) return
  let waiting: HTMLInputElement[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (): void => {
    line.hidden = waiting.length === 0
    undo.hidden = line.hidden
    bar.hidden = line.hidden && failure.hidden
  }
  const end = (): HTMLInputElement[] => {
    const boxes = waiting
    waiting = []
    clearTimeout(timer)
    show()
    return boxes
  }
  // The next deletion may be waiting by then, and can still be undone.
  const fail = (): void => {
    failure.hidden = false
    show()
  }
  const send = (): void => void deleteItems(form, end(), fail)
  const wait = (): void => {
    // Nobody should have to be quick: it stays while the pointer or the keyboard is at it.
    const isHeld = bar.matches(':hover') || bar.querySelector(':focus-visible') !== null
    timer = isHeld ? setTimeout(wait, OPEN) : undefined
    if (!isHeld) send()
  }
  const begin = (event: Event): void => {
    const { target } = event
    if (!(target instanceof Element) || !target.closest('[commandfor="library-delete"]')) return
    // Without a script, this button opens the dialog that asks.
    event.preventDefault()
    event.stopPropagation()
    send()
    waiting = [...form.querySelectorAll<HTMLInputElement>('[name=id]:checked')]
    hide(form, waiting, true)
    writeCount(line, line.dataset['deleted'] ?? '', waiting.length)
    failure.hidden = true
    show()
    timer = setTimeout(wait, OPEN)
    undo.focus()
  }
  form.addEventListener('click', begin, true)
  undo.addEventListener('click', () => {
    const boxes = end()
    hide(form, boxes, false)
    boxes[0]?.focus()
  })
  addEventListener('pagehide', send)
}

async function deleteItems(
  form: HTMLFormElement,
  boxes: readonly HTMLInputElement[],
  onFailure: () => void
): Promise<void> {
  if (boxes.length === 0) return
  const body = new URLSearchParams([
    ['action', 'delete'],
    ...boxes.map(({ value }) => ['id', value])
  ])
  // A button of the form has the name of its attribute, so the property is that button.
  const address = form.getAttribute('action') ?? ''
  const sent = await fetch(address, {
    method: 'POST',
    body,
    redirect: 'manual',
    keepalive: true
  }).catch(() => null)
  // The server redirects once it has deleted them. Anything else means that it has not.
  if (sent?.type !== 'opaqueredirect') {
    hide(form, boxes, false)
    onFailure()
  } else if (form.querySelector('.library-tile:not([hidden])') === null) location.reload()
}

/** Hides the tiles of some items and days without any, or shows them again. */
function hide(form: HTMLFormElement, boxes: readonly HTMLInputElement[], isGone: boolean): void {
  for (const box of boxes) {
    box.checked = !isGone
    const tile = box.closest<HTMLElement>('.library-tile')
    if (tile !== null) tile.hidden = isGone
  }
  for (const day of form.querySelectorAll('section'))
    day.hidden = day.querySelector('.library-tile:not([hidden])') === null
  form.dispatchEvent(new Event('change'))
}
