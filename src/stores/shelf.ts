import { atom } from 'nanostores'
import type { TaskPage } from '#client/tasks.ts'
import type { Task } from '#contract/task.ts'
import { onReset } from '#stores/persisted.ts'

/** What a tool's page shows of a person's tasks, newest first. `rest`: is there more behind it? */
export type Shelf = { items: readonly Task[]; rest: 'none' | 'more' | 'loading' | 'failed' }

/** Null until the page's own list has been handed over. */
export const $shelf = atom<Shelf | null>(null)

onReset(() => $shelf.set(null))

/** A list as the page brings it; null when it could not be read. @param skipped newer ones before it */
export function shelfOf(page: TaskPage | null, skipped = 0): Shelf {
  if (page === null) return { items: [], rest: 'failed' }
  return { items: page.items, rest: skipped + page.items.length < page.count ? 'more' : 'none' }
}

/** Has it not ended yet? */
export function isRunning({ state }: Pick<Task, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}
