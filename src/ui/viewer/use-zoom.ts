import {
  useEffect,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
  type RefObject
} from 'react'
import { moveBy, swipeStep, WHOLE, zoomAt, type Point, type Zoom } from '#ui/viewer/zoom.ts'

/** Enlargement by a button or key, and by a double click. */
const STEP = 1.5
const CLOSE_UP = 2.5

/** Enlargement by one pixel of a wheel; fingers on a trackpad move it less. */
const WHEEL = 0.002
const TRACKPAD = 0.01

export type ZoomControl = {
  zoom: Zoom
  /** Enlarges by a number of steps, or back. 0 shows the whole picture. */
  zoomBy(steps: -1 | 0 | 1): void
  /** Moves an enlarged picture, in pixels. */
  pan(by: Point): void
}

type Gestures = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
  (event: PointerEvent<HTMLElement>) => void
> & { onDoubleClick(event: MouseEvent<HTMLElement>): void }

type Held = { fingers: Map<number, Point>; from: Point | null }

/**
 * Enlarges and moves the picture on a stage by wheel, fingers and mouse.
 * @param onSwipe called with 1 or -1 for a swipe to the next or previous result
 */
export function useZoom(onSwipe: (step: -1 | 1) => void): ZoomControl & {
  stage: RefObject<HTMLDivElement | null>
  gestures: Gestures
} {
  const stage = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(WHOLE)
  const held = useRef<Held>({ fingers: new Map(), from: null })
  const change = (next: (before: Zoom, box: DOMRect) => Zoom): void => {
    const box = stage.current?.getBoundingClientRect()
    if (box !== undefined) setZoom(before => next(before, box))
  }
  useEffect(() => {
    const place = stage.current
    if (place === null) return undefined
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      const factor = Math.exp(-event.deltaY * (event.ctrlKey ? TRACKPAD : WHEEL))
      const box = place.getBoundingClientRect()
      setZoom(before => zoomAt(before, factor, pointIn(box, event), box))
    }
    // React's own wheel handlers are passive, so they could not keep the page from zooming.
    place.addEventListener('wheel', onWheel, { passive: false })
    return () => place.removeEventListener('wheel', onWheel)
  }, [])
  return {
    stage,
    zoom,
    zoomBy: steps =>
      change((before, box) =>
        steps === 0 ? WHOLE : zoomAt(before, STEP ** steps, { x: 0, y: 0 }, box)
      ),
    pan: by => change((before, box) => moveBy(before, by, box)),
    gestures: {
      ...fingerGestures(held.current, zoom.scale > 1, change, onSwipe),
      onDoubleClick: event => {
        const at = { clientX: event.clientX, clientY: event.clientY }
        change((before, box) =>
          before.scale > 1 ? WHOLE : zoomAt(before, CLOSE_UP, pointIn(box, at), box)
        )
      }
    }
  }
}

/** One finger moves an enlarged picture or swipes; two fingers enlarge it. */
function fingerGestures(
  held: Held,
  enlarged: boolean,
  change: (next: (before: Zoom, box: DOMRect) => Zoom) => void,
  onSwipe: (step: -1 | 1) => void
): Omit<Gestures, 'onDoubleClick'> {
  const { fingers } = held
  const end = ({ pointerId }: PointerEvent): void => {
    fingers.delete(pointerId)
    if (fingers.size === 0) held.from = null
  }
  return {
    onPointerDown({ pointerId, pointerType, clientX, clientY, currentTarget }) {
      currentTarget.setPointerCapture(pointerId)
      fingers.set(pointerId, { x: clientX, y: clientY })
      const mayswipe = fingers.size === 1 && pointerType !== 'mouse' && !enlarged
      held.from = mayswipe ? { x: clientX, y: clientY } : null
    },
    onPointerMove({ pointerId, clientX, clientY }) {
      const last = fingers.get(pointerId)
      if (last === undefined) return
      const [now, before] = [{ x: clientX, y: clientY }, [...fingers.values()]]
      fingers.set(pointerId, now)
      const after = [...fingers.values()]
      const [was, is] = [middle(before), middle(after)]
      const grown = fingers.size === 2 ? distance(after) / distance(before) : 1
      change((zoom, box) => {
        const moved = moveBy(zoom, { x: is.x - was.x, y: is.y - was.y }, box)
        return zoomAt(moved, grown, pointIn(box, { clientX: is.x, clientY: is.y }), box)
      })
    },
    onPointerUp(event) {
      const { from } = held
      end(event)
      if (from === null) return
      const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
      const step = swipeStep({ x: event.clientX - from.x, y: event.clientY - from.y }, rtl)
      if (step !== 0) onSwipe(step)
    },
    onPointerCancel: end
  }
}

function pointIn(box: DOMRect, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
}

function middle(points: readonly Point[]): Point {
  const sum = points.reduce((all, each) => ({ x: all.x + each.x, y: all.y + each.y }))
  return { x: sum.x / points.length, y: sum.y / points.length }
}

/** The distance of two fingers, in pixels; never 0, since it divides. */
function distance([first, second]: readonly Point[]): number {
  if (first === undefined || second === undefined) return 1
  return Math.max(1, Math.hypot(first.x - second.x, first.y - second.y))
}
