import { useLayoutEffect, useRef, useState, type PointerEvent } from 'react'
import type { Point } from '#ui/mask/strokes.ts'

/** The limits of the zoom. */
const LEAST = 1
const MOST = 4

/** Listeners that paint with one pointer. */
type Painter = {
  begin(event: PointerEvent<HTMLCanvasElement>): void
  move(event: PointerEvent<HTMLCanvasElement>): void
  end(event: PointerEvent<HTMLCanvasElement>): void
  cancel(): void
}

/**
 * Keeps the zoom of a picture in an area that scrolls. One finger paints, two fingers move the
 * picture and change its zoom.
 * @returns the ref of the area that scrolls, the zoom, and the listeners of the canvas in it
 */
export function useView({ begin, move, end, cancel }: Painter) {
  const area = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(LEAST)
  const before = useRef(zoom)
  /** The place in the area that stays where it is while the zoom changes; null for the middle. */
  const fixed = useRef<Point | null>(null)
  const fingers = useRef(new Map<number, Point>())

  useLayoutEffect(() => {
    const { current } = area
    if (current === null) return
    const [x, y] = fixed.current ?? [current.clientWidth / 2, current.clientHeight / 2]
    const by = zoom / before.current
    current.scrollLeft = (current.scrollLeft + x) * by - x
    current.scrollTop = (current.scrollTop + y) * by - y
    before.current = zoom
    fixed.current = null
  }, [zoom])

  const pinch = (event: PointerEvent<HTMLCanvasElement>): void => {
    const { current } = area
    const from = spanOf(fingers.current)
    fingers.current.set(event.pointerId, [event.clientX, event.clientY])
    const to = spanOf(fingers.current)
    if (current === null || from === null || to === null) return
    current.scrollLeft += from.middle[0] - to.middle[0]
    current.scrollTop += from.middle[1] - to.middle[1]
    const box = current.getBoundingClientRect()
    fixed.current = [to.middle[0] - box.left, to.middle[1] - box.top]
    if (from.length > 0)
      setZoom(now => Math.min(Math.max((now * to.length) / from.length, LEAST), MOST))
  }
  const lift = (event: PointerEvent<HTMLCanvasElement>): void => {
    fingers.current.delete(event.pointerId)
    end(event)
  }
  const pointer = {
    onPointerDown(event: PointerEvent<HTMLCanvasElement>) {
      if (event.pointerType === 'touch')
        fingers.current.set(event.pointerId, [event.clientX, event.clientY])
      if (fingers.current.size < 2) return begin(event)
      event.currentTarget.setPointerCapture(event.pointerId)
      cancel()
    },
    onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
      if (fingers.current.size < 2) move(event)
      else if (fingers.current.has(event.pointerId)) pinch(event)
    },
    onPointerUp: lift,
    onPointerCancel: lift
  }
  return [area, { zoom, setZoom, pointer }] as const
}

/** Returns the middle between the first two fingers, and their distance in pixels. */
function spanOf(fingers: ReadonlyMap<number, Point>): { middle: Point; length: number } | null {
  const [one, other] = [...fingers.values()]
  if (one === undefined || other === undefined) return null
  return {
    middle: [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2],
    length: Math.hypot(one[0] - other[0], one[1] - other[1])
  }
}
