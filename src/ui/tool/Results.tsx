import { useEffect, useRef } from 'react'
import type { Medium } from '#core/service.ts'
import { groupSongParts } from '#core/song-parts.ts'
import type { TaskList } from '#stores/shelf.ts'
import { TaskCard } from '#ui/tool/Card.tsx'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { packCards } from '#ui/tool/pack.ts'
import { useViewer } from '#ui/tool/use-viewer.tsx'

/** Placeholders that show while more cards load. */
const COMING = [0, 1, 2]

type Props = { shelf: TaskList; medium: Medium; parts: CardParts; onMore(): void }

/** The user's tasks with this tool, newest first. Older ones load when the user scrolls. */
export function Results({ shelf, medium, parts, onMore }: Props) {
  const { items, rest } = shelf
  const { t } = parts
  const { viewer, onOpen } = useViewer({ shelf, parts, onMore })
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
  const grid = useRef<HTMLDivElement>(null)
  useEffect(
    () => (grid.current === null || medium === 'audio' ? undefined : packCards(grid.current)),
    [medium]
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- it hears the links of the results
    <section aria-label={t('field.results.title')} className="grid gap-4" onClick={onOpen}>
      <div ref={grid} className={medium === 'audio' ? 'grid max-w-reading gap-4' : 'tool-grid'}>
        {groupSongParts(items, medium === 'audio' ? parts.service : {}).map(({ run, ...place }) => (
          <TaskCard key={run.id} task={run} {...place} parts={parts} />
        ))}
        {rest === 'loading' && COMING.map(each => <Coming key={each} medium={medium} />)}
      </div>
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
      {viewer}
    </section>
  )
}

/** A placeholder for a card, about as high as the card will be. */
function Coming({ medium }: Pick<Props, 'medium'>) {
  return (
    <div aria-hidden="true" className="card tool-card">
      <span
        className={`skeleton ${medium === 'audio' ? 'h-16' : medium === 'video' ? 'aspect-video' : 'aspect-square'}`}
      />
      <span className="skeleton h-5" />
      <span className="skeleton h-4 w-1/2" />
    </div>
  )
}
