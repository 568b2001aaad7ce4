import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { pressCropKey } from '#ui/mask/crop-keys.ts'
import {
  centreFrame,
  growFrame,
  largestFrame,
  moveFrame,
  reshapeFrame,
  resizeFrame,
  turnedSize,
  turnFrame,
  type Bounds,
  type Frame,
  type Handle
} from '#ui/mask/crop-frame.ts'
import { parseRatio } from '#ui/mask/crop-ratios.ts'
import type { Size } from '#ui/mask/mask-file.ts'
import type { Point } from '#ui/mask/strokes.ts'

/** A drag: where it began, the frame at that time, and the handle; null for the whole frame. */
type Drag = { from: Point; frame: Frame; handle: Handle | null }

/**
 * Keeps the frame of a crop and changes it by mouse, pen, finger and keyboard. A press beside the
 * frame moves the frame there, so that nobody has to drag.
 * @param full size of the image in pixels
 * @param first the ratio to begin with; null for any
 */
export function useCrop(full: Size, first: string | null) {
  const start = {
    ratio: first,
    turns: 0,
    frame: largestFrame({ size: full, ratio: parseRatio(first) })
  }
  const [crop, setCrop] = useState(start)
  const size = turnedSize(full, crop.turns)
  const bounds = { size, ratio: parseRatio(crop.ratio) }
  const setFrame = (frame: Frame): void => setCrop(before => ({ ...before, frame }))
  return {
    ...crop,
    size,
    isWhole: crop.turns === 0 && crop.frame.width === size[0] && crop.frame.height === size[1],
    pointer: useDrag(crop.frame, bounds, setFrame),
    press(event: KeyboardEvent) {
      const next = pressCropKey(event, crop.frame, handleOf(event.target), bounds)
      if (next === null) return
      // The dialog would scroll.
      event.preventDefault()
      setFrame(next)
    },
    /** Makes the frame wider and higher by some pixels. */
    resize: (by: Point) => setFrame(growFrame(crop.frame, by, bounds)),
    setRatio: (ratio: string | null) =>
      setCrop({
        ...crop,
        ratio,
        frame: reshapeFrame(crop.frame, { size, ratio: parseRatio(ratio) })
      }),
    turn() {
      const turned = { size: turnedSize(size, 1), ratio: bounds.ratio }
      const frame = reshapeFrame(turnFrame(crop.frame, size), turned)
      setCrop({ ...crop, turns: (crop.turns + 1) % 4, frame })
    },
    reset: () => setCrop(start)
  }
}

/** Changes a frame by a pointer, and returns the listeners for it. */
function useDrag(now: Frame, bounds: Bounds, setFrame: (frame: Frame) => void) {
  const drag = useRef<Drag | null>(null)
  const { size } = bounds
  const begin = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || !event.isPrimary) return
    const from = pointIn(event, size)
    const handle = handleOf(event.target)
    const frame = handle !== null || isInside(from, now) ? now : centreFrame(now, from, size)
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from, frame, handle }
    setFrame(frame)
  }
  const move = (event: PointerEvent<HTMLElement>): void => {
    if (drag.current === null) return
    const { from, frame, handle } = drag.current
    const to = pointIn(event, size)
    const by = [to[0] - from[0], to[1] - from[1]] as const
    setFrame(handle === null ? moveFrame(frame, by, size) : resizeFrame(frame, handle, by, bounds))
  }
  const end = (): void => {
    drag.current = null
  }
  return { onPointerDown: begin, onPointerMove: move, onPointerUp: end, onPointerCancel: end }
}

export type CropState = ReturnType<typeof useCrop>

/** Reads the handle that an element of the editor is; null for any other element. */
function handleOf(target: EventTarget): Handle | null {
  const at = target instanceof HTMLElement ? target.dataset['handle'] : undefined
  // `CropStage` writes the two numbers of a handle there.
  return at === undefined ? null : (at.split(',').map(Number) as unknown as Handle)
}

function isInside([x, y]: Point, frame: Frame): boolean {
  return x >= frame.x && x <= frame.x + frame.width && y >= frame.y && y <= frame.y + frame.height
}

/** Returns the place of a pointer in pixels of the image. */
function pointIn(
  { clientX, clientY, currentTarget }: PointerEvent<HTMLElement>,
  [width, height]: Size
): Point {
  const box = currentTarget.getBoundingClientRect()
  return [((clientX - box.left) / box.width) * width, ((clientY - box.top) / box.height) * height]
}
