import { useMemo } from 'react'
import { sharedProps, type SharedProps } from '#client/page-props.ts'
import { localizePath } from '#i18n/locale.ts'
import { createTranslate, type Translate } from '#i18n/translate.ts'
import { CompareSide } from '#islands/CompareSide.tsx'
import type { CompareResultsProps } from '#islands/compare-props.ts'
import { useComparison, type ShownSide } from '#islands/use-comparison.ts'
import { TaskFailure } from '#ui/tool/TaskFailure.tsx'
import { useRunAnnouncement, type AnnouncedRun } from '#ui/tool/use-told.ts'

/** The results of one prompt by several models, side by side, and the user's vote. */
export function CompareResults({ page }: { page: SharedProps<CompareResultsProps> }) {
  const props = sharedProps(page)
  const { locale } = props.hub
  const t = useMemo(() => createTranslate(props.t, locale), [props.t, locale])
  return <Results of={props} t={t} />
}

function Results({ of: props, t }: { of: CompareResultsProps; t: Translate }) {
  const { hub, comparison, sides, now } = props
  const { locale } = hub
  const comparing = useComparison(props)
  const titles = sides.map(({ title }) => title)
  const plans = localizePath('/console/extra', locale)
  const form = `${localizePath('/compare', locale)}?kind=${comparison.kind}`
  return (
    <div className="compare-results grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-baseline justify-between gap-3">
        <h1 className="text-20">{t('compare.title')}</h1>
        <a className="link text-13" href={form}>
          {t('compare.new')}
        </a>
      </header>
      <details className="group/prompt text-14" open={comparison.prompt.length < 400}>
        <summary className="min-h-6 rounded-control font-medium">{t('compare.prompt')}</summary>
        <p dir="auto" className="max-w-reading whitespace-pre-wrap">
          {comparison.prompt}
        </p>
      </details>
      {comparing.failure !== null && (
        <TaskFailure failure={comparing.failure} plans={plans} t={t} />
      )}
      <div className="compare-sides">
        {comparing.sides.map((shown, at) => {
          const about = sides[at]
          return about === undefined ? null : (
            <CompareSide
              key={at}
              place={at}
              titles={titles}
              about={about}
              shown={shown}
              comparing={comparing}
              now={now}
              locale={locale}
              plans={plans}
              t={t}
            />
          )
        })}
      </div>
      <Announcements shown={comparing.sides} titles={titles} locale={locale} t={t} />
    </div>
  )
}

type AnnouncementsProps = {
  shown: readonly ShownSide[]
  titles: readonly string[]
  locale: string
  t: Translate
}

/** Announces the progress of the runs to screen readers. */
function Announcements({ shown, titles, locale, t }: AnnouncementsProps) {
  const runs = shown.flatMap(({ state, task }, at): AnnouncedRun[] => {
    const told = { id: String(at), name: titles[at] ?? '', progress: task?.progress ?? 0 }
    if (state === 'sending' || state === 'running') return [{ ...told, state: 'running' }]
    return state === 'ready' || state === 'failed' ? [{ ...told, state }] : []
  })
  return <output className="sr-only">{useRunAnnouncement(runs, locale, t)}</output>
}
