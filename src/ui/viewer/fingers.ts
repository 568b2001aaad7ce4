import { swipeStep, type Point } from '#ui/viewer/zoom.ts'

/**
 * A movement since the last event: the distance `by` in pixels of the window, the factor `grown` by
 * which two fingers have moved apart, and the middle of the fingers.
 */
type Movement = { by: Point; grown: number; at: Point }

type Pressed = { pointerId: number; pointerType: string; clientX: number; clientY: number }

export type PointerTracker = {
  /** @param maySwipe false while the picture is enlarged */
  press(event: Pressed, maySwipe: boolean): void
  /** Returns null for a pointer that is not pressed. */
  move(event: Pressed): Movement | null
  /** Returns 1 or -1 if the finger swiped to the next or previous result, and 0 otherwise. */
  release(event: Pressed, rtl: boolean): -1 | 0 | 1
  cancel(event: Pressed): void
}

/** Follows the fingers on a stage: one moves or swipes, two enlarge. */
export function createPointerTracker(): PointerTracker {
  const fingers = new Map<number, Point>()
  let from: Point | null = null
  const cancel = ({ pointerId }: Pressed): void => {
    fingers.delete(pointerId)
    if (fingers.size === 0) from = null
  }
  return {
    press(event, maySwipe) {
      fingers.set(event.pointerId, placeOf(event))
      from = maySwipe && fingers.size === 1 && event.pointerType !== 'mouse' ? placeOf(event) : null
    },
    move(event) {
      if (!fingers.has(event.pointerId)) return null
      const before = [...fingers.values()]
      fingers.set(event.pointerId, placeOf(event))
      const after = [...fingers.values()]
      const [was, is] = [middle(before), middle(after)]
      const grown = fingers.size === 2 ? distance(after) / distance(before) : 1
      return { by: { x: is.x - was.x, y: is.y - was.y }, grown, at: is }
    },
    release(event, rtl) {
      const began = from
      cancel(event)
      const { x, y } = placeOf(event)
      return began === null ? 0 : swipeStep({ x: x - began.x, y: y - began.y }, rtl)
    },
    cancel
  }
}

/** The height of a browser's controls at the end of a video on a touch screen, in pixels. */
const CONTROLS = 96

/** Checks whether a finger is on the controls of a video, such as its seek bar. */
export function isOnControls({ clientY }: Pick<Pressed, 'clientY'>, target: EventTarget): boolean {
  return (
    target instanceof HTMLVideoElement && target.getBoundingClientRect().bottom - clientY < CONTROLS
  )
}

function placeOf({ clientX, clientY }: Pressed): Point {
  return { x: clientX, y: clientY }
}

function middle(points: readonly Point[]): Point {
  const sum = points.reduce((all, each) => ({ x: all.x + each.x, y: all.y + each.y }))
  return { x: sum.x / points.length, y: sum.y / points.length }
}

/**
 * The distance between two fingers, in pixels. It is never 0, because a factor is divided by it.
 */
function distance([first, second]: readonly Point[]): number {
  if (first === undefined || second === undefined) return 1
  return Math.max(1, Math.hypot(first.x - second.x, first.y - second.y))
}
