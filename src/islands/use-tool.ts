import { useEffect, useLayoutEffect, useState } from 'react'
import type { HubInfo } from '#client/hub.ts'
import type { Failure } from '#client/turns.ts'
import type { Service } from '#core/service.ts'
import { HYDRATED_EVENT } from '#islands/pane-events.ts'
import type { ToolHandlers } from '#islands/tool-acts.ts'
import { startWithToolModule, loadToolModule } from '#islands/tool-lazily.ts'
import { useToolHandlers } from '#islands/use-acts.ts'
import { $dock, type DockRun } from '#stores/dock.ts'
import { settleOwner } from '#stores/owner.ts'
import { $taskList, type TaskList } from '#stores/shelf.ts'

type Options = {
  hub: HubInfo
  service: Service
  /** The tasks that the page was rendered with. */
  tasks: TaskList
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
  acts: ToolHandlers
  failure: Failure | null
} {
  const [failure, setFailure] = useState<Failure | null>(null)
  // This must run before saved data is read, and before the dock renders without runs.
  useLayoutEffect(() => {
    settleOwner(hub)
    $dock.set(docked)
  }, [hub, docked])
  useEffect(() => {
    if ($taskList.get() === null) $taskList.set(tasks)
    // The form's island was faster: merge, so that the runs it has started are kept.
    else void loadToolModule().then(part => part.putTasks(tasks.items, tasks.rest), NONE)
  }, [tasks])
  useEffect(() => (hub.user === null ? undefined : watch(service, newest)), [hub, service, newest])
  // On pages with a form, the form's island calls `startToolBackground`.
  useEffect(
    () =>
      formless ? startWithToolModule(part => part.startToolBackground({ service })) : undefined,
    [service, formless]
  )
  useEffect(() => void document.dispatchEvent(new Event(HYDRATED_EVENT)), [])
  return { acts: useToolHandlers({ service, formless, tell: setFailure }), failure }
}

/** Follows the user's tasks and loads what has changed since the page was rendered. */
function watch(service: Service, newest: boolean): () => void {
  return startWithToolModule(part => {
    if (newest && performance.now() > STALE) void part.loadNewestTasks(service)
    return part.watchRuns(service)
  })
}
