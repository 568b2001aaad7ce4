import type { ComponentType } from 'react'
import type { DockTool } from '#client/dock-tool.ts'
import { formatPercent } from '#core/format-span.ts'
import { taskPath } from '#core/task-path.ts'
import { localizePath, type Locale } from '#i18n/locale.ts'
import type { Translate } from '#i18n/translate.ts'
import type { DockRun } from '#stores/dock.ts'

export type DockRowProps = {
  run: DockRun
  tool: DockTool
  address: string
  locale: string
  t: Translate
}

type Props = {
  runs: readonly DockRun[]
  /** The other tools by id. Runs of unknown tools are hidden. */
  tools: Readonly<Record<string, DockTool>>
  /**
   * The rows with prompt, picture and buttons, and a button for all ended runs; null until loaded.
   */
  details: {
    DockRow: ComponentType<DockRowProps>
    ClearEndedRuns: ComponentType<Pick<Props, 'runs' | 't'>>
  } | null
  locale: Locale
  t: Translate
}

/** Links to the runs of other tools. It stays visible while the results scroll. */
export function Dock({ runs, tools, details, locale, t }: Props) {
  const shown = runs.filter(each => tools[each.service] !== undefined)
  if (shown.length === 0) return null
  const making = shown.filter(each => each.state === 'running').length
  const Row = details?.DockRow ?? PlainRow
  return (
    <section
      aria-label={t('field.dock.title')}
      data-live
      className="flex flex-none items-center gap-2 overflow-x-auto border-t border-line px-4 py-2"
    >
      {making > 0 && (
        <p className="flex-none text-13 text-muted max-md:sr-only">
          {t('field.dock.count', { count: making })}
        </p>
      )}
      <ul className="flex gap-2">
        {shown.map(run => (
          <li key={run.id} className="flex flex-none items-center">
            <Row
              run={run}
              tool={tools[run.service] ?? { name: '', path: '' }}
              address={localizePath(taskPath(run.service, run.id), locale)}
              locale={locale}
              t={t}
            />
          </li>
        ))}
      </ul>
      {details !== null && <details.ClearEndedRuns runs={shown} t={t} />}
    </section>
  )
}

function PlainRow({ run, tool, address, locale }: DockRowProps) {
  return (
    <a className="chip" href={address}>
      <span className="spinner" />
      <bdi>{tool.name}</bdi>
      {/* The prompt comes with the details, and would move it. */}
      {run.progress > 0 && (
        <span className="hidden text-faint tabular-nums noscript:inline">
          {progressText(run.progress, locale)}
        </span>
      )}
    </a>
  )
}

/** @param progress in percent */
export function progressText(progress: number, locale: string): string {
  return formatPercent(Math.round(progress), locale)
}
