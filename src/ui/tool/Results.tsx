import { useEffect, useRef } from 'react'
import type { Task } from '#contract/task.ts'
import type { Medium } from '#core/service.ts'
import { groupSongParts } from '#core/song-parts.ts'
import type { Translate } from '#i18n/translate.ts'
import type { TaskList } from '#stores/shelf.ts'
import { useNow } from '#ui/chat/use-now.ts'
import { useRowWatch } from '#ui/chat/use-row-watch.ts'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { useViewer } from '#ui/tool/use-viewer.tsx'
import { groupByDay, nameDay, numberDay, writeDay } from '#ui/tool/wall-days.ts'
import { WallCard } from '#ui/tool/WallCard.tsx'
import { WallDay } from '#ui/tool/WallDay.tsx'

/** Placeholders that show while more cards load. */
const COMING = [0, 1, 2]

/** With more cards than this, those far from the visible part are plain text. */
const MANY = 40

type Props = { shelf: TaskList; medium: Medium; parts: CardParts; onMore(): void }

/** The user's tasks with this tool, newest first. Older ones load when the user scrolls. */
export function Results({ shelf, medium, parts, onMore }: Props) {
  const { items, rest } = shelf
  const { t } = parts
  const { viewer, onOpen } = useViewer({ shelf, parts, onMore })
  const wall = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLElement>(null)
  useEffect(() => {
    scroller.current = wall.current?.closest<HTMLElement>('[data-results]') ?? null
  }, [])
  const watch = useRowWatch(scroller, items.length > MANY)
  const isList = medium === 'audio'
  const placed = groupSongParts(items, isList ? parts.service : {})
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- it hears the links of the results
    <section
      ref={wall}
      aria-label={t('field.results.title')}
      className="grid gap-6"
      onClick={onOpen}
    >
      {useWallDays(placed, parts).map(({ day, name, items: cards }) => (
        <WallDay key={day} name={name} date={writeDay(day)} isList={isList}>
          {cards.map(({ run, ...place }) => (
            <WallCard key={run.id} task={run} {...place} watch={watch} parts={parts} />
          ))}
        </WallDay>
      ))}
      {rest === 'loading' && (
        <div
          aria-hidden="true"
          className={isList ? 'grid max-w-reading gap-4' : 'tool-grid visible!'}
        >
          {COMING.map(each => (
            <Coming key={each} medium={medium} />
          ))}
        </div>
      )}
      <ListEnd rest={rest} onMore={onMore} t={t} />
      {viewer}
    </section>
  )
}

type EndProps = { rest: TaskList['rest']; onMore(): void; t: Translate }

/** The end of the list. When it comes near the visible part, older results load. */
function ListEnd({ rest, onMore, t }: EndProps) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const mark = end.current
    if (mark === null || rest !== 'more') return
    const watcher = new IntersectionObserver(
      seen => seen.some(each => each.isIntersecting) && onMore(),
      { rootMargin: '600px' }
    )
    watcher.observe(mark)
    return () => watcher.disconnect()
  }, [rest, onMore])
  return (
    <div ref={end} className="min-h-px text-center text-13 text-faint">
      {rest === 'loading' && (
        <p role="status" className="sr-only">
          {t('field.results.loading')}
        </p>
      )}
      {rest === 'failed' && (
        <p role="alert">
          {t('field.results.failed')}{' '}
          <button type="button" className="link noscript:hidden" onClick={onMore}>
            {t('field.results.retry')}
          </button>
        </p>
      )}
    </div>
  )
}

type Placed = ReturnType<typeof groupSongParts<Task>>[number]

/**
 * Groups cards by day: in the reader's time zone, or in UTC until the reader's is known. The parts
 * of a song stay together.
 */
function useWallDays(
  cards: readonly Placed[],
  { now, locale }: CardParts
): { day: number; name: string; items: Placed[] }[] {
  const minute = useNow()
  const local = minute !== null
  const today = numberDay(minute ?? now, local)
  return groupByDay(cards, ({ run, joined }) =>
    joined ? null : numberDay(run.created_at * 1000, local)
  ).map(each => ({ ...each, name: nameDay(each.day, today, locale) }))
}

/** A placeholder for a card, about as high as the card will be. */
function Coming({ medium }: Pick<Props, 'medium'>) {
  return (
    <div className="card tool-card">
      <span
        className={`skeleton ${medium === 'audio' ? 'h-16' : medium === 'video' ? 'aspect-video' : 'aspect-square'}`}
      />
      <span className="skeleton h-5" />
      <span className="skeleton h-4 w-1/2" />
    </div>
  )
}
