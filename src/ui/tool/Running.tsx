import { useEffect, useState } from 'react'
import type { Task } from '#contract/task.ts'
import { formatPercent } from '#core/format-span.ts'
import type { Action } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { formatClock } from '#ui/tool/clock.ts'

/** Circumference of the progress circle: 2πr. */
const ROUND = 2 * Math.PI * 20

type Props = {
  task: Task
  ratio: readonly [number, number]
  as: Action['shows']['as']
  /** The number of results that are being made. */
  count: number
  /** Usual duration in seconds. */
  expected: number
  /** Time when the server rendered the page, in unix milliseconds. */
  now: number
  locale: string
  t: Translate
}

/** A running task in the size and number of its results: progress, state, elapsed time and usual duration. */
export function RunningTask({ task, ratio, as, count, expected, now, locale, t }: Props) {
  const elapsed = useSeconds(now) - task.created_at
  const { progress, state } = task
  const isMedia = as === 'image' || as === 'video'
  const step = state === 'queued' ? 'queued' : progress >= 95 ? 'finishing' : 'running'
  return (
    <div
      className={
        isMedia ? 'tool-media grid place-items-center' : 'grid rounded-control bg-surface-2'
      }
    >
      {isMedia && <ResultShapes ratio={ratio} count={count} />}
      <div className="col-start-1 row-start-1 flex flex-wrap items-center justify-center gap-3 p-4 text-center text-13">
        {progress > 0 ? (
          <svg viewBox="0 0 48 48" width="40" height="40" aria-hidden="true" className="-rotate-90">
            <circle
              cx="24"
              cy="24"
              r="20"
              fill="none"
              strokeWidth="4"
              className="stroke-line-strong"
            />
            <circle
              cx="24"
              cy="24"
              r="20"
              fill="none"
              strokeWidth="4"
              strokeLinecap="round"
              strokeDasharray={`${(ROUND * progress) / 100} ${ROUND}`}
              className="stroke-accent transition-[stroke-dasharray] duration-500"
            />
          </svg>
        ) : (
          <span className="spinner" />
        )}
        <div className="grid gap-0.5 text-start">
          <p className="font-medium">
            {t(`field.state.${step}`)}
            {progress > 0 && ` ${formatPercent(Math.round(progress), locale)}`}
          </p>
          <p className="text-muted tabular-nums">
            {t('field.state.time', {
              elapsed: formatClock(elapsed),
              expected: formatClock(expected)
            })}
          </p>
        </div>
      </div>
    </div>
  )
}

type ShapesProps = { ratio: readonly [number, number]; count: number }

/** Empty boxes in the shape of the results. */
function ResultShapes({ ratio: [width, height], count }: ShapesProps) {
  return (
    <div
      aria-hidden="true"
      className={`col-start-1 row-start-1 grid w-full gap-1 ${count > 1 ? 'grid-cols-2' : ''}`}
    >
      {Array.from({ length: count }, (_, index) => (
        <svg
          key={index}
          viewBox={`0 0 ${width} ${height}`}
          className="max-h-[70dvh] w-full bg-surface-2"
        />
      ))}
    </div>
  )
}

/** Returns the time in unix seconds, updated every second. Initially it returns the page's time. */
function useSeconds(now: number): number {
  const [seconds, setSeconds] = useState(now / 1000)
  useEffect(() => {
    const tick = (): void => setSeconds(Date.now() / 1000)
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
