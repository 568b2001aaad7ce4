import { useEffect, useLayoutEffect, useState } from 'react'
import type { HubInfo } from '#client/hub.ts'
import type { Failure } from '#client/turns.ts'
import type { Service } from '#core/service.ts'
import { ALIVE } from '#islands/pane-events.ts'
import type { ToolActs } from '#islands/tool-acts.ts'
import { lazily, loadLater } from '#islands/tool-lazily.ts'
import { useActs } from '#islands/use-acts.ts'
import { $dock, type DockRun } from '#stores/dock.ts'
import { settleOwner } from '#stores/owner.ts'
import { $shelf, type Shelf } from '#stores/shelf.ts'

type Options = {
  hub: HubInfo
  service: Service
  /** The tasks that the page was rendered with. */
  tasks: Shelf
  /** The runs of other tools in progress. */
  docked: readonly DockRun[]
  formless: boolean
  /** True if the page shows the newest tasks. */
  newest: boolean
}

/** The age after which the page's tasks are loaded again, in milliseconds. */
const STALE = 3000

const NONE = (): undefined => undefined

/** Passes the page's tasks to the stores and returns the user's actions on them. */
export function useTool({ hub, service, tasks, docked, formless, newest }: Options): {
  acts: ToolActs
  failure: Failure | null
} {
  const [failure, setFailure] = useState<Failure | null>(null)
  // This must run before saved data is read, and before the dock renders without runs.
  useLayoutEffect(() => {
    settleOwner(hub)
    $dock.set(docked)
  }, [hub, docked])
  useEffect(() => {
    if ($shelf.get() === null) $shelf.set(tasks)
    // The form's island was faster: merge, so that the runs it has started are kept.
    else void loadLater().then(part => part.putTasks(tasks.items, tasks.rest), NONE)
  }, [tasks])
  useEffect(() => (hub.user === null ? undefined : watch(service, newest)), [hub, service, newest])
  // On pages with a form, the form's island calls `startUp`.
  useEffect(
    () => (formless ? lazily(part => part.startUp(service)) : undefined),
    [service, formless]
  )
  useEffect(() => void document.dispatchEvent(new Event(ALIVE)), [])
  return { acts: useActs({ service, formless, tell: setFailure }), failure }
}

/** Follows the user's tasks and loads what has changed since the page was rendered. */
function watch(service: Service, newest: boolean): () => void {
  return lazily(part => {
    if (newest && performance.now() > STALE) void part.loadNewest(service)
    return part.watchRuns(service)
  })
}
