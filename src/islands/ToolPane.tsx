import { useStore } from '@nanostores/react'
import { useMemo, type ReactNode } from 'react'
import { toolPrices } from '#islands/tool-prices.ts'
import type { HubInfo } from '#client/hub.ts'
import { signUpAddress } from '#client/sign-in.ts'
import type { TaskPage } from '#client/tasks.ts'
import type { Service } from '#core/service.ts'
import { localizePath } from '#i18n/locale.ts'
import { createTranslate, type Strings, type Translate } from '#i18n/translate.ts'
import { usePlayer } from '#islands/use-player.ts'
import { useTool } from '#islands/use-tool.ts'
import { $dock, undock, type DockRun } from '#stores/dock.ts'
import { $shelf, isRunning, shelfOf, type Shelf } from '#stores/shelf.ts'
import { freshForm } from '#stores/tool-form.ts'
import { Dock } from '#ui/tool/Dock.tsx'
import { GuestKeep } from '#ui/tool/GuestKeep.tsx'
import { TaskFailure } from '#ui/tool/TaskFailure.tsx'
import { Intro } from '#ui/tool/Intro.tsx'
import { Results } from '#ui/tool/Results.tsx'
import { useTold, type ToldRun } from '#ui/tool/use-told.ts'
import { CARD } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

/** The names of the other tools by id, and their runs in progress. */
type Others = { names: Readonly<Record<string, string>>; running: readonly DockRun[] }

type Props = {
  hub: HubInfo
  service: Service
  /** The user's tasks here, newest first; null when they could not be read. */
  tasks: TaskPage | null
  /** The number of newer tasks on earlier pages. */
  skipped?: number
  /** True on a page that shows only results, without the form. */
  history?: boolean
  others: Others
  /** When the page was rendered, in unix milliseconds. */
  now: number
  t: Strings
  /** More about the tool, below its examples. */
  children?: ReactNode
}

/**
 * The results of a tool, or its introduction; below it the dock with runs of other tools, and the
 * player.
 */
export function ToolPane({
  hub,
  service,
  tasks,
  skipped = 0,
  history = false,
  others,
  now,
  t: strings,
  children
}: Props) {
  const t = useMemo(() => createTranslate(strings, hub.locale), [strings, hub.locale])
  const own = useMemo(() => shelfOf(tasks, skipped), [tasks, skipped])
  const { priceOf, shortOf, creditsOf } = useMemo(
    () => toolPrices({ service, hub, t }),
    [service, hub, t]
  )
  const { acts, failure } = useTool({
    hub,
    service,
    tasks: own,
    docked: others.running,
    formless: history,
    newest: skipped === 0
  })
  const shelf = useStore($shelf, { ssr: () => null }) ?? own
  const docked = useStore($dock, { ssr: () => others.running })
  const said = useTold(
    [
      ...toldOf(shelf, t(`${service.id}.title`)),
      ...docked.map(run => ({ ...run, name: others.names[run.service] ?? '' }))
    ],
    hub.locale,
    t
  )
  const { Player, playing } = usePlayer()
  const plans = localizePath('/console/extra', hub.locale)
  const address = localizePath(`/${service.id}`, hub.locale)
  const empty = shelf.items.length === 0 && shelf.rest === 'none'
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div data-results className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <div className="mx-auto grid max-w-page gap-6 px-4 py-6 md:px-8">
          <Head
            hub={hub}
            service={service}
            history={history}
            empty={shelf.items.length === 0}
            t={t}
          />
          {failure !== null && <TaskFailure failure={failure} plans={plans} t={t} />}
          {hub.user === null && !empty && (
            <GuestKeep address={signUpAddress(address, 'keep')} t={t} />
          )}
          {!empty && (
            <Results
              shelf={shelf}
              medium={service.medium}
              parts={{
                service,
                guest: hub.user === null,
                plans,
                now,
                locale: hub.locale,
                priceOf,
                shortOf,
                creditsOf,
                t,
                ...acts.forCards
              }}
              onMore={acts.loadOlder}
            />
          )}
          <About service={service} folded={!empty} t={t}>
            <Intro
              id={service.id}
              price={priceOf(freshForm(service).verb, {})}
              onUse={history ? null : acts.takeExample}
              t={t}
            />
            {children}
          </About>
        </div>
      </div>
      <Dock
        runs={docked}
        names={others.names}
        addressOf={run => `${localizePath(`/${run.service}`, hub.locale)}#${run.id}`}
        onClose={undock}
        locale={hub.locale}
        t={t}
      />
      {Player !== null && playing !== null && <Player playing={playing} t={t} />}
      <output className="sr-only">{said}</output>
    </div>
  )
}

/**
 * Converts the runs of a shelf for announcements. The card of a failed run announces itself, with
 * the reason.
 */
function toldOf({ items }: Shelf, name: string): ToldRun[] {
  return items.flatMap(task => {
    const { id, state, progress } = task
    if (state === 'failed') return []
    return [
      {
        id,
        name,
        state: isRunning(task) ? 'running' : state === 'succeeded' ? 'ready' : 'cancelled',
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

/**
 * The introduction of the tool. Without results it is the whole content; with results it is folded
 * below them.
 */
function About({
  service,
  folded,
  t,
  children
}: {
  service: Service
  folded: boolean
  t: Translate
  children: ReactNode
}) {
  if (!folded) return children
  return (
    <details className="group/about">
      <summary className="inline-flex min-h-control items-center gap-1 rounded-control text-13 text-muted hover:text-text">
        <Glyph path={CARD.fold} className="turns transition-transform group-open/about:rotate-90" />
        {t('field.intro.about', { service: t(`${service.id}.title`) })}
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  )
}
