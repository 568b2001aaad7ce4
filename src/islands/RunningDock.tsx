import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import type { HubInfo } from '#client/hub.ts'
import { createTranslate, type Strings } from '#i18n/translate.ts'
import { watchDock } from '#stores/dock-watch.ts'
import { $dock, type DockRun } from '#stores/dock.ts'
import { settleOwner } from '#stores/owner.ts'
import * as details from '#islands/dock-details.tsx'
import type { DockTool } from '#client/dock-tool.ts'
import { Dock } from '#ui/tool/Dock.tsx'
import { useRunBadge } from '#ui/tool/use-run-badge.ts'
import { useRunAnnouncement } from '#ui/tool/use-told.ts'

type Props = {
  hub: HubInfo
  tools: Readonly<Record<string, DockTool>>
  running: readonly DockRun[]
  t: Strings
}

/**
 * The user's runs in progress, on a page that is not a tool. Only a page with such runs loads it.
 */
export function RunningDock({ hub, tools, running, t: strings }: Props) {
  const t = useMemo(() => createTranslate(strings, hub.locale), [strings, hub.locale])
  useLayoutEffect(() => {
    settleOwner(hub)
    $dock.set(running)
  }, [hub, running])
  useEffect(() => watchDock(), [])
  const docked = useStore($dock, { ssr: () => running }).filter(
    each => tools[each.service] !== undefined
  )
  const told = docked.map(run => ({ ...run, name: tools[run.service]?.name ?? '' }))
  const said = useRunAnnouncement(told, hub.locale, t)
  useRunBadge(told)
  return (
    <>
      <Dock runs={docked} tools={tools} details={details} locale={hub.locale} t={t} />
      <output className="sr-only">{said}</output>
    </>
  )
}
