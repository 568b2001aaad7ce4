import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Nearer than this to its end, a text counts as read to the end. In CSS pixels. */
const NEAR = 64

export type Bottom = {
  scroller: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  /** Has the reader scrolled away from the end? */
  away: boolean
  /** Back to the end, and along with it from now on. */
  toBottom(): void
}

/**
 * Keeps a scrolling text at its end while it grows, unless its reader has scrolled up.
 * Until it runs, the server's page shows the end by itself (`flex-col-reverse`); `data-live` turns that off.
 */
export function useBottom(): Bottom {
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
      // Growing text moves the end away from the reader; only the reader moves up.
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
