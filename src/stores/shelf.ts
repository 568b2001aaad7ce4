import { atom } from 'nanostores'
import type { TaskPage } from '#client/tasks.ts'
import type { Task } from '#contract/task.ts'
import { onReset } from '#stores/persisted.ts'

/** The user's tasks on a tool's page, newest first. `rest` is the state of those not loaded yet. */
export type TaskList = { items: readonly Task[]; rest: 'none' | 'more' | 'loading' | 'failed' }

/** Null until the page has passed its list. */
export const $taskList = atom<TaskList | null>(null)

onReset(() => $taskList.set(null))

/**
 * Creates the shelf from the tasks that the page was rendered with; null if they could not be read.
 * @param skipped number of newer tasks before this page
 */
export function createTaskList(page: TaskPage | null, skipped = 0): TaskList {
  if (page === null) return { items: [], rest: 'failed' }
  return { items: page.items, rest: skipped + page.items.length < page.count ? 'more' : 'none' }
}

/** Checks that a task has not ended. */
export function isTaskRunning({ state }: Pick<Task, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}
