import { useEffect, useRef, type ReactNode } from 'react'
import { packCards } from '#ui/tool/pack.ts'
import { hideLoadedPlaceholders } from '#ui/tool/placeholders.ts'

type Props = {
  /** The name of the day. */
  name: string
  /** The day, such as 2026-11-27. */
  date: string
  /** Shows the cards one below the other. */
  isList: boolean
  children: ReactNode
}

/** The results of one day below its name. */
export function WallDay({ name, date, isList, children }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (grid.current === null || isList) return undefined
    const ends = [packCards(grid.current), hideLoadedPlaceholders(grid.current)]
    return () => ends.forEach(end => end())
  }, [isList])
  return (
    <div className="grid gap-3">
      <h2 className="text-14 font-medium text-muted">
        {/* The browser may name a day in other words than the server. */}
        <time className="tabular-nums" dateTime={date} suppressHydrationWarning>
          {name}
        </time>
      </h2>
      <div ref={grid} className={isList ? 'grid max-w-reading gap-4' : 'tool-grid'}>
        {children}
      </div>
    </div>
  )
}
