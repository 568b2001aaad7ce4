import { useStore } from '@nanostores/react'
import { useMemo, type ReactNode } from 'react'
import type { HubInfo } from '#client/hub.ts'
import { sharedProps, type SharedProps } from '#client/page-props.ts'
import type { TaskPage } from '#client/tasks.ts'
import type { FeaturedResult } from '#contract/featured.ts'
import type { Service } from '#core/service.ts'
import { localizePath, type Locale } from '#i18n/locale.ts'
import { createTranslate, type Translate } from '#i18n/translate.ts'
import type { ToolPageProps } from '#islands/tool-page-props.ts'
import { ToolResults } from '#islands/ToolResults.tsx'
import { useFeatured } from '#islands/use-featured.ts'
import { useTool } from '#islands/use-tool.ts'
import { $dock, type DockRun } from '#stores/dock.ts'
import { $taskList, isTaskRunning, createTaskList, type TaskList } from '#stores/shelf.ts'
import { Dock } from '#ui/tool/Dock.tsx'
import type { DockTool } from '#client/dock-tool.ts'
import { useLazyModule } from '#ui/tool/use-late.ts'
import { TaskFailure } from '#ui/tool/TaskFailure.tsx'
import { useRunBadge } from '#ui/tool/use-run-badge.ts'
import { useRunAnnouncement, type AnnouncedRun } from '#ui/tool/use-told.ts'

/** The other tools by id, and their runs in progress. */
type Others = { tools: Readonly<Record<string, DockTool>>; running: readonly DockRun[] }

type PaneProps = {
  page: SharedProps<ToolPageProps>
  /** The user's tasks with this tool, newest first; null when they could not be loaded. */
  tasks: TaskPage | null
  /** The number of newer tasks on earlier pages. */
  skipped?: number
  /** True on a page that shows only results, without the form. */
  history?: boolean
  others: Others
  /** Results of this tool that the site features. */
  featured?: readonly FeaturedResult[]
  /** The featured result that prefills the form. */
  tried?: FeaturedResult | undefined
  /** The site's id, if the reader may feature results there. */
  curated?: string | undefined
  /** When the page was rendered, in unix milliseconds. */
  now: number
  /** More about the tool, shown below its examples. */
  children?: ReactNode
}

const loadDockDetails = () => import('#islands/dock-details.tsx')

/** The results of a tool, or its introduction; below it the dock with runs of other tools. */
export function ToolPane(props: PaneProps) {
  const { tasks, skipped = 0, history = false, others } = props
  const { hub, service, t: strings } = sharedProps(props.page)
  const t = useMemo(() => createTranslate(strings, hub.locale), [strings, hub.locale])
  const own = useMemo(() => createTaskList(tasks, skipped), [tasks, skipped])
  const { acts, failure } = useTool({
    hub,
    service,
    tasks: own,
    docked: others.running,
    formless: history,
    newest: skipped === 0
  })
  const shelf = useStore($taskList, { ssr: () => null }) ?? own
  const isEmpty = shelf.items.length === 0
  const docked = useStore($dock, { ssr: () => others.running })
  const { further, live } = useFeatured(props, acts, hub.user !== null)
  const plans = localizePath('/console/extra', hub.locale)
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col" data-live={live}>
      <div data-results className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <div className="mx-auto grid max-w-wall gap-6 px-4 py-6 md:px-8">
          <Head hub={hub} service={service} history={history} empty={isEmpty} t={t} />
          {failure !== null && <TaskFailure failure={failure} plans={plans} t={t} />}
          <ToolResults
            {...props}
            hub={hub}
            service={service}
            shelf={shelf}
            acts={acts}
            further={further}
            plans={plans}
            t={t}
          />
        </div>
      </div>
      <Dock
        runs={docked}
        tools={others.tools}
        details={useLazyModule(loadDockDetails, docked.length > 0)}
        locale={hub.locale}
        t={t}
      />
      <Announcements
        runs={[
          ...toldOf(shelf, t(`${service.id}.title`)),
          ...docked.map(run => ({ ...run, name: others.tools[run.service]?.name ?? '' }))
        ]}
        locale={hub.locale}
        t={t}
      />
    </div>
  )
}

type AnnouncementsProps = { runs: readonly AnnouncedRun[]; locale: Locale; t: Translate }

/** Announces the progress of runs to screen readers, and shows their number in the page's title. */
function Announcements({ runs, locale, t }: AnnouncementsProps) {
  useRunBadge(runs)
  return <output className="sr-only">{useRunAnnouncement(runs, locale, t)}</output>
}

/**
 * Converts the runs of a shelf for announcements. Failed runs are left out, because the card of a
 * failed run announces itself with the reason.
 */
function toldOf({ items }: TaskList, name: string): AnnouncedRun[] {
  return items.flatMap(task => {
    const { id, state, progress } = task
    if (state === 'failed') return []
    return [
      {
        id,
        name,
        state: isTaskRunning(task) ? 'running' : state === 'succeeded' ? 'ready' : 'cancelled',
        progress
      }
    ]
  })
}

type HeadProps = { hub: HubInfo; service: Service; history: boolean; empty: boolean; t: Translate }

function Head({ hub, service, history, empty, t }: HeadProps) {
  const address = localizePath(`/${service.id}`, hub.locale)
  const title = t(`${service.id}.title`)
  return (
    <header className="flex flex-wrap items-baseline justify-between gap-3">
      <h1 className={empty && !history ? 'text-28 md:text-40' : 'text-20'}>
        {history ? t('field.results.of', { service: title }) : title}
      </h1>
      {hub.user !== null && (history || !empty) && (
        <a className="link text-13" href={history ? address : `${address}/history`}>
          {t(history ? 'field.results.back' : 'field.results.history')}
        </a>
      )}
    </header>
  )
}
