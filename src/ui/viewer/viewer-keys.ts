import type { KeyboardEvent } from 'react'
import { stepFrame } from '#ui/viewer/Film.tsx'
import type { ZoomControl } from '#ui/viewer/use-zoom.ts'

/** The distance that an arrow key moves an enlarged picture, in pixels. */
const PAN = 80

/**
 * By arrow key, the movement of an enlarged picture. It moves the other way, so that more of it
 * shows on the arrow's side.
 */
const PANS: Readonly<Record<string, { x: number; y: number }>> = {
  Left: { x: PAN, y: 0 },
  Right: { x: -PAN, y: 0 },
  Up: { x: 0, y: PAN },
  Down: { x: 0, y: -PAN }
}

type Acts = { go(step: number): void; control: ZoomControl }

/** Handles a key press in a viewer, unless a control that uses this key has the focus. */
export function handleViewerKey(
  event: KeyboardEvent<HTMLDialogElement>,
  { go, control }: Acts
): void {
  const { key, shiftKey, currentTarget, target, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return
  if (target instanceof Element && target.matches('input, select, textarea, pre')) return
  const film = currentTarget.querySelector('video')
  const [, direction] = /^Arrow(\w+)$/.exec(key) ?? []
  if (direction !== undefined) {
    // A focused video uses the arrow keys itself, to seek and to change its volume.
    if (film !== null && target === film) return
    const pan = PANS[direction]
    const onward = getComputedStyle(currentTarget).direction === 'rtl' ? 'Left' : 'Right'
    if (pan === undefined) return
    if (shiftKey) control.pan(pan)
    else if (pan.x !== 0) go(direction === onward ? 1 : -1)
    else return
  } else if (key === '+' || key === '=') control.zoomBy(1)
  else if (key === '-') control.zoomBy(-1)
  else if (key === '0') control.zoomBy(0)
  else if (film !== null && (key === ',' || key === '.')) stepFrame(film, key === '.' ? 1 : -1)
  else return
  event.preventDefault()
}
