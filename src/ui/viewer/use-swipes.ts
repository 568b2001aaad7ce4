import { useState, type PointerEvent } from 'react'
import { createPointerTracker, isOnControls } from '#ui/viewer/fingers.ts'

type Swipes = Record<
  'onPointerDown' | 'onPointerUp' | 'onPointerCancel',
  (event: PointerEvent<HTMLElement>) => void
>

/**
 * Reads swipes over a video or the cover of a song. Taps and the controls of a video stay with the
 * browser, so pointers are not captured, and a video that fills the screen is not swiped away.
 * @param onSwipe called with 1 or -1 for a swipe to the next or previous result
 */
export function useSwipes(onSwipe: (step: -1 | 1) => void): Swipes {
  const [fingers] = useState(createPointerTracker)
  return {
    onPointerDown(event) {
      // Some browsers do not have this property.
      const fillsScreen = Boolean(document.fullscreenElement)
      fingers.press(event, !fillsScreen && !isOnControls(event, event.target))
    },
    onPointerUp(event) {
      const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
      const step = fingers.release(event, rtl)
      if (step !== 0) onSwipe(step)
    },
    onPointerCancel: event => fingers.cancel(event)
  }
}
