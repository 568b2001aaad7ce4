import { useEffect, useState, type ReactNode } from 'react'
import { formatDuration } from '#core/format-span.ts'
import type { Translate } from '#i18n/translate.ts'
import { formatClock } from '#ui/tool/clock.ts'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

type Props = {
  /** Id of the heading. */
  id: string
  title: string
  price: string
  /** When it was sent, in unix milliseconds, while it runs; else null. */
  since: number | null
  /** The time that it took, in seconds; null until it has ended. */
  seconds: number | null
  isBest: boolean
  /** Chooses it as the best, or takes that back. Undefined until there is a result. */
  onBest: (() => void) | undefined
  locale: string
  t: Translate
  /** More about the side, below its model. */
  children?: ReactNode
}

/** The model of a side, its price and its time, and the choice of the best. */
export function SideHead(props: Props) {
  const { id, title, price, since, seconds, isBest, onBest, locale, t, children } = props
  const elapsed = useElapsed(since)
  const time =
    seconds !== null
      ? formatDuration(seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds), locale)
      : elapsed !== null
        ? formatClock(elapsed)
        : ''
  return (
    <header className="compare-head">
      <div className="grid min-w-0 flex-1 gap-1">
        <h2 id={id} className="text-16">
          <bdi>{title}</bdi>
        </h2>
        {children}
        <p className="text-13 text-muted tabular-nums">
          <bdi>{price}</bdi>
          {time !== '' && ' · '}
          <bdi>{time}</bdi>
        </p>
      </div>
      {onBest !== undefined && (
        <button
          type="button"
          className="button compare-best noscript:hidden"
          aria-pressed={isBest}
          aria-label={t('compare.best_of', { model: title })}
          onClick={onBest}
        >
          {isBest && <Glyph path={CARD_ICONS.check} size={16} />}
          {t('compare.best')}
        </button>
      )}
    </header>
  )
}

/** Returns the seconds since a time, updated every second; null before hydration. */
function useElapsed(since: number | null): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    if (since === null) return undefined
    const tick = (): void => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [since])
  return since === null || now === null ? null : (now - since) / 1000
}
