import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import type { HubInfo } from '#client/hub.ts'
import { localizePath } from '#i18n/locale.ts'
import { createTranslate, type Strings } from '#i18n/translate.ts'
import { watchDock } from '#stores/dock-watch.ts'
import { $dock, removeDockRun, type DockRun } from '#stores/dock.ts'
import { settleOwner } from '#stores/owner.ts'
import { Dock } from '#ui/tool/Dock.tsx'
import { useRunBadge } from '#ui/tool/use-run-badge.ts'
import { useRunAnnouncement } from '#ui/tool/use-told.ts'

type Props = {
  hub: HubInfo
  names: Readonly<Record<string, string>>
  running: readonly DockRun[]
  t: Strings
}

/**
 * The user's runs in progress, on a page that is not a tool. Only a page with such runs loads it.
 */
export function RunningDock({ hub, names, running, t: strings }: Props) {
  const t = useMemo(() => createTranslate(strings, hub.locale), [strings, hub.locale])
  useLayoutEffect(() => {
    settleOwner(hub)
    $dock.set(running)
  }, [hub, running])
  useEffect(() => watchDock(), [])
  const docked = useStore($dock, { ssr: () => running }).filter(
    each => names[each.service] !== undefined
  )
  const told = docked.map(run => ({ ...run, name: names[run.service] ?? '' }))
  const said = useRunAnnouncement(told, hub.locale, t)
  useRunBadge(told)
  return (
    <>
      <Dock
        runs={docked}
        names={names}
        addressOf={run => `${localizePath(`/${run.service}`, hub.locale)}#${run.id}`}
        onClose={removeDockRun}
        locale={hub.locale}
        t={t}
      />
      <output className="sr-only">{said}</output>
    </>
  )
}
