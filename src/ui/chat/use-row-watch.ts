import type { WatchRow } from '#ui/chat/row-watch.ts'
import { useEffect, useState, type RefObject } from 'react'

/** If the watcher cannot be loaded, all rows count as near. */
const ALL_NEAR: WatchRow = (_, tell) => {
  tell('near')
  return () => undefined
}

/** Loads the watcher for the rows of a long conversation. Returns null until it has loaded. */
export function useRowWatch(
  scroller: RefObject<HTMLElement | null>,
  long: boolean
): WatchRow | null {
  const [watch, setWatch] = useState<WatchRow | null>(null)
  useEffect(() => {
    const box = scroller.current
    if (!long || box === null) return undefined
    let over = false
    let close = (): void => undefined
    const begin = async (): Promise<void> => {
      const part = await import('#ui/chat/far-rows.ts').catch(() => null)
      if (over) return
      const rows = part?.watchRows(box)
      close = rows?.close ?? close
      setWatch(() => rows?.watch ?? ALL_NEAR)
    }
    void begin()
    return () => {
      over = true
      close()
      setWatch(null)
    }
  }, [scroller, long])
  return watch
}
