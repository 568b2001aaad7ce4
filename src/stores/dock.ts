import { atom } from 'nanostores'
import type { FeedEvent } from '#client/feed.ts'
import { isJsonRecord, textAt } from '#client/json.ts'
import { coverUrl, runPrompt, taskOutputs, type Output } from '#core/output.ts'
import type { Feed } from '#stores/feed.ts'
import { onReset } from '#stores/persisted.ts'

/** A run of another tool than the page's own, as the dock shows it. `progress` is 0 to 100. */
export type DockRun = {
  id: string
  service: string
  state: 'running' | 'ready' | 'failed'
  progress: number
  /** The text of its request, empty if there is none; missing until the feed has reported it. */
  prompt?: string
  /** The address of its first picture or cover, once it has one. */
  picture?: string
}

/**
 * The user's runs of other tools: those in progress and those that ended while this page was open.
 * Newest first.
 */
export const $dock = atom<readonly DockRun[]>([])

onReset(() => $dock.set([]))

/** Updates the dock for an event of another tool's run. */
export function updateDock(event: FeedEvent): void {
  const { run, service, type, data } = event
  const runs = $dock.get()
  const known = runs.find(({ id }) => id === run)
  if (known === undefined && type !== 'start') return
  if (type === 'error' && textAt(data['response'], 'code') === 'canceled') return removeDockRun(run)
  const before = known ?? { id: run, service, state: 'running', progress: 0 }
  const after = { ...before, ...eventDetails(event) }
  $dock.set(known ? runs.map(each => (each === known ? after : each)) : [after, ...runs])
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

/** Reads what the dock shows of an event. */
function eventDetails({ type, data }: FeedEvent): Partial<DockRun> {
  const { task, progress } = data
  return {
    ...(isJsonRecord(task) && taskDetails(task)),
    ...(type === 'progress' && typeof progress === 'number' && { progress }),
    ...(type === 'done' && { state: 'ready' }),
    ...(type === 'error' && { state: 'failed' })
  }
}

/** Reads what the dock shows of a task. */
function taskDetails({ request, response }: Record<string, unknown>): Partial<DockRun> {
  const given = isJsonRecord(request) ? (request as Output) : {}
  const prompt = runPrompt(given)
  const outputs = isJsonRecord(response) ? taskOutputs(response) : []
  const picture = outputs[0] && coverUrl(outputs[0])
  return { prompt, ...(picture !== undefined && { picture }) }
}
