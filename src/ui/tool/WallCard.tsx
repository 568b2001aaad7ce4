import { useEffect, useRef, useState, type ComponentProps } from 'react'
import type { Task } from '#contract/task.ts'
import type { RowDistance, WatchRow } from '#ui/chat/row-watch.ts'
import { TaskCard } from '#ui/tool/Card.tsx'

type Props = ComponentProps<typeof TaskCard> & {
  /** Watches how near the card is to the visible part. Null if all cards are drawn in full. */
  watch: WatchRow | null
}

/**
 * The card of a task in its place on the wall. On a long wall, a card far from the viewport is plain
 * text of the same height, so that thousands of results need few elements. The browser's search
 * still finds it.
 */
export function WallCard({ watch, ...card }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [told, setTold] = useState<{ distance: RowDistance; state: Task['state'] } | null>(null)
  const { id, state } = card.task
  useEffect(
    () =>
      watch === null || place.current === null
        ? undefined
        : watch(place.current, distance => setTold({ distance, state })),
    [watch, state]
  )
  // A card that has changed since is drawn, since its height may have changed too.
  const distance = watch !== null && told?.state === state ? told.distance : null
  const far = distance === 'near' ? null : distance
  return (
    <div ref={place} className="min-w-0">
      {far === null ? (
        <TaskCard {...card} />
      ) : (
        <article
          id={id}
          dir="auto"
          className="card overflow-hidden text-13"
          style={{ blockSize: far.height }}
        >
          {far.text}
        </article>
      )}
    </div>
  )
}
