import { useEffect, useRef, useState, type ComponentProps } from 'react'
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
  const [told, setTold] = useState<RowDistance>(null)
  const { id, state } = card.task
  useEffect(
    () => (watch === null || place.current === null ? undefined : watch(place.current, setTold)),
    [watch]
  )
  // A card that changes while it is far is drawn, since its height may change.
  useEffect(() => () => setTold(null), [state])
  const far = watch !== null && told !== null && told !== 'near' ? told : null
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
