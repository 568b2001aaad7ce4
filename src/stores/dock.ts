import { atom } from 'nanostores'
import type { FeedEvent } from '#client/feed.ts'
import { textAt } from '#client/json.ts'
import type { Feed } from '#stores/feed.ts'
import { onReset } from '#stores/persisted.ts'

/** A run of another tool than the page's own, as the dock shows it. `progress` is 0 to 100. */
export type DockRun = {
  id: string
  service: string
  state: 'running' | 'ready' | 'failed'
  progress: number
}

/**
 * The user's runs of other tools: those in progress and those that ended while this page was open.
 * Newest first.
 */
export const $dock = atom<readonly DockRun[]>([])

onReset(() => $dock.set([]))

/** Updates the dock for an event of another tool's run. */
export function updateDock({ run, service, type, data }: FeedEvent): void {
  const known = $dock.get().find(each => each.id === run)
  if (known === undefined) {
    if (type === 'start')
      $dock.set([{ id: run, service, state: 'running', progress: 0 }, ...$dock.get()])
    return
  }
  const { progress } = data
  if (type === 'progress' && typeof progress === 'number') change(run, { progress })
  else if (type === 'done') change(run, { state: 'ready' })
  else if (type === 'error' && textAt(data['response'], 'code') === 'canceled') removeDockRun(run)
  else if (type === 'error') change(run, { state: 'failed' })
}

/** Follows each run in the dock to its end. A run whose events are gone is removed. */
export function followDockRuns(feed: Pick<Feed, 'follow'>): void {
  for (const { id, state } of $dock.get())
    if (state === 'running') void followTo(id, feed.follow(id, 0))
}

async function followTo(id: string, follower: ReturnType<Feed['follow']>): Promise<void> {
  try {
    for await (const event of follower.events()) updateDock(event)
  } catch {
    removeDockRun(id)
  }
}

export function removeDockRun(id: string): void {
  $dock.set($dock.get().filter(each => each.id !== id))
}

function change(id: string, changes: Partial<DockRun>): void {
  $dock.set($dock.get().map(each => (each.id === id ? { ...each, ...changes } : each)))
}
