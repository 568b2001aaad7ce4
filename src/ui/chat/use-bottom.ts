import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** A reader nearer to the end than this counts as being at the end. In CSS pixels. */
const NEAR = 64

type Bottom = {
  scroller: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  /** Whether the reader scrolled away from the end. */
  away: boolean
  /** Scrolls to the end and follows it from then on. */
  toBottom(): void
}

/**
 * Keeps a growing text scrolled to its end, unless the reader has scrolled up. Before hydration,
 * `flex-col-reverse` shows the end; `data-live` turns that off.
 */
export function useStickToBottom(): Bottom {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const stuck = useRef(true)
  const [away, setAway] = useState(false)

  const toBottom = useCallback(() => {
    stuck.current = true
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }, [])

  useLayoutEffect(() => {
    scroller.current?.setAttribute('data-live', '')
    toBottom()
  }, [toBottom])

  useEffect(() => {
    const [box, text] = [scroller.current, content.current]
    if (box === null || text === null) return undefined
    let top = box.scrollTop
    const onScroll = (): void => {
      // When the text grows, only its end moves away. If the position moves up, the reader has
      // scrolled.
      if (box.scrollHeight - box.scrollTop - box.clientHeight < NEAR) stuck.current = true
      else if (box.scrollTop < top) stuck.current = false
      top = box.scrollTop
      setAway(!stuck.current)
    }
    const observer = new ResizeObserver(() => {
      if (stuck.current) box.scrollTop = box.scrollHeight
    })
    observer.observe(text)
    observer.observe(box)
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', onScroll)
    }
  }, [])

  return { scroller, content, away, toBottom }
}
