import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { HubInfo } from '#client/hub.ts'
import type { Failure } from '#client/turns.ts'
import type { Service } from '#core/service.ts'
import { ALIVE } from '#islands/pane-events.ts'
import type { ToolActs } from '#islands/tool-acts.ts'
import { lazily, loadLater } from '#islands/tool-lazily.ts'
import { useActs } from '#islands/use-acts.ts'
import { $dock, type DockRun } from '#stores/dock.ts'
import { settleOwner } from '#stores/owner.ts'
import { $shelf, isRunning, type Shelf } from '#stores/shelf.ts'

type Options = {
  hub: HubInfo
  service: Service
  /** What the page brings. */
  tasks: Shelf
  /** What other tools have in the making. */
  docked: readonly DockRun[]
  formless: boolean
  /** Does the page show the newest of them? */
  newest: boolean
}

/** What the page has brought is that old before it is read anew, in milliseconds. */
const STALE = 3000

const NONE = (): undefined => undefined

/** Takes over what the page brings of a person's tasks, and gives what they do with them. */
export function useTool({ hub, service, tasks, docked, formless, newest }: Options): { acts: ToolActs; failure: Failure | null } {
  const [failure, setFailure] = useState<Failure | null>(null)
  // Before anything is read that was kept, and before what the page has shown of other tools is taken for none.
  useLayoutEffect(() => {
    settleOwner(hub)
    $dock.set(docked)
  }, [hub, docked])
  useEffect(() => {
    if ($shelf.get() === null) $shelf.set(tasks)
    // The form was quicker: what it has begun stays.
    else void loadLater().then(part => part.putTasks(tasks.items, tasks.rest), NONE)
  }, [tasks])
  useEffect(() => (hub.user === null ? undefined : watch(hub, service, newest)), [hub, service, newest])
  // Elsewhere the form does.
  useEffect(() => (formless ? lazily(part => part.startUp(hub, service)) : undefined), [hub, service, formless])
  useBalance(hub, service)
  useEffect(() => void document.dispatchEvent(new Event(ALIVE)), [])
  return { acts: useActs({ hub, service, formless, tell: setFailure }), failure }
}

/** Follows the person's tasks, and makes up for what happened since the page was made. */
function watch(hub: HubInfo, service: Service, newest: boolean): () => void {
  return lazily(part => {
    if (newest && performance.now() > STALE) void part.loadNewest(hub, service)
    return part.watchTasks(hub, service)
  })
}

/** What a run was held for comes back when it fails: the frame shows what is left whenever one ends. */
function useBalance(hub: HubInfo, service: Service): void {
  const running = useStore($shelf)?.items.filter(isRunning).length ?? 0
  const before = useRef(running)
  useEffect(() => {
    if (running < before.current) void loadLater().then(part => part.showLeft(hub, service), NONE)
    before.current = running
  }, [hub, service, running])
}
