import type { Task } from '#contract/task.ts'
import { $taskList, isTaskRunning, type TaskList } from '#stores/shelf.ts'

export function currentTaskList(): TaskList {
  return $taskList.get() ?? { items: [], rest: 'none' }
}

/** Adds or updates tasks on the shelf, newest first, each once. */
export function putTasks(
  tasks: readonly Task[],
  rest: TaskList['rest'] = currentTaskList().rest
): void {
  const known = currentTaskList().items
  // A slow answer may be older than the event that ended a task.
  const isOld = (task: Task): boolean =>
    isTaskRunning(task) && known.some(each => each.id === task.id && !isTaskRunning(each))
  const byId = new Map(
    [...known, ...tasks.filter(task => !isOld(task))].map(task => [task.id, task])
  )
  const items = [...byId.values()].toSorted(
    (a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1)
  )
  $taskList.set({ items, rest })
}

export function changeTask(id: string, changes: Partial<Task>): void {
  const shelf = currentTaskList()
  $taskList.set({
    ...shelf,
    items: shelf.items.map(task => (task.id === id ? { ...task, ...changes } : task))
  })
}

export function removeTask(id: string): void {
  const shelf = currentTaskList()
  $taskList.set({ ...shelf, items: shelf.items.filter(task => task.id !== id) })
}

export function setTaskListRest(rest: TaskList['rest']): void {
  $taskList.set({ ...currentTaskList(), rest })
}
