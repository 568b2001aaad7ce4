import {
  useEffect,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
  type RefObject
} from 'react'
import { createPointerTracker } from '#ui/viewer/fingers.ts'
import { moveBy, NO_ZOOM, zoomAt, type Point, type Zoom } from '#ui/viewer/zoom.ts'

/** The factor of one step by button or key, and of a double click. */
const STEP = 1.5
const CLOSE_UP = 2.5

/**
 * The exponent of the factor for one pixel of a wheel, and for one pixel of a pinch on a trackpad,
 * which moves less.
 */
const WHEEL = 0.002
const TRACKPAD = 0.01

export type ZoomControl = {
  zoom: Zoom
  /** Enlarges by a step (1), makes smaller by a step (-1), or shows the whole picture (0). */
  zoomBy(steps: -1 | 0 | 1): void
  /** Moves an enlarged picture, in pixels. */
  pan(by: Point): void
}

type Gestures = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
  (event: PointerEvent<HTMLElement>) => void
> & { onDoubleClick(event: MouseEvent<HTMLElement>): void }

/**
 * Enlarges and moves the picture on the stage of the viewer by wheel, fingers and mouse.
 * @param shown the id of the picture; another picture is whole at first
 * @param onSwipe called with 1 or -1 for a swipe to the next or previous result
 */
export function useZoom(
  shown: string,
  onSwipe: (step: -1 | 1) => void
): ZoomControl & { stage: RefObject<HTMLDivElement | null>; gestures: Gestures } {
  const stage = useRef<HTMLDivElement>(null)
  const [fingers] = useState(createPointerTracker)
  const [kept, setKept] = useState({ shown, zoom: NO_ZOOM })
  const zoom = kept.shown === shown ? kept.zoom : NO_ZOOM
  const change = (next: (before: Zoom, box: DOMRect) => Zoom): void => {
    const box = stage.current?.getBoundingClientRect()
    if (box !== undefined)
      setKept(last => ({ shown, zoom: next(last.shown === shown ? last.zoom : NO_ZOOM, box) }))
  }
  useWheel(stage, (factor, at) =>
    change((before, box) => zoomAt(before, factor, pointIn(box, at), box))
  )
  return {
    stage,
    zoom,
    zoomBy: steps =>
      change((before, box) =>
        steps === 0 ? NO_ZOOM : zoomAt(before, STEP ** steps, { x: 0, y: 0 }, box)
      ),
    pan: by => change((before, box) => moveBy(before, by, box)),
    gestures: {
      onPointerDown(event) {
        event.currentTarget.setPointerCapture(event.pointerId)
        fingers.press(event, zoom.scale === 1)
      },
      onPointerMove(event) {
        const moved = fingers.move(event)
        if (moved !== null)
          change((before, box) =>
            zoomAt(moveBy(before, moved.by, box), moved.grown, pointIn(box, moved.at), box)
          )
      },
      onPointerUp(event) {
        const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
        const step = fingers.release(event, rtl)
        if (step !== 0) onSwipe(step)
      },
      onPointerCancel: event => fingers.cancel(event),
      onDoubleClick(event) {
        const at = pointOf(event)
        change((before, box) =>
          before.scale > 1 ? NO_ZOOM : zoomAt(before, CLOSE_UP, pointIn(box, at), box)
        )
      }
    }
  }
}

/**
 * Calls `onWheel` for a wheel or a trackpad, with the factor by which to enlarge and the place of
 * the mouse.
 */
function useWheel(
  stage: RefObject<HTMLElement | null>,
  onWheel: (factor: number, at: Point) => void
): void {
  const latest = useRef(onWheel)
  useEffect(() => {
    latest.current = onWheel
  })
  useEffect(() => {
    const place = stage.current
    if (place === null) return undefined
    const turn = (event: WheelEvent): void => {
      event.preventDefault()
      const speed = event.ctrlKey ? TRACKPAD : WHEEL
      latest.current(Math.exp(-event.deltaY * speed), pointOf(event))
    }
    // Not through React, whose wheel handlers are passive and so cannot keep the page from zooming.
    place.addEventListener('wheel', turn, { passive: false })
    return () => place.removeEventListener('wheel', turn)
  }, [stage])
}

function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
  return { x: clientX, y: clientY }
}

/** Returns a point of the window relative to the centre of the stage. */
function pointIn(box: DOMRect, { x, y }: Point): Point {
  return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 }
}
