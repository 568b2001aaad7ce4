import type { Task } from '#contract/task.ts'
import { $shelf, type Shelf } from '#stores/shelf.ts'

export function currentShelf(): Shelf {
  return $shelf.get() ?? { items: [], rest: 'none' }
}

/** Adds or updates tasks on the shelf, newest first, each once. */
export function putTasks(tasks: readonly Task[], rest: Shelf['rest'] = currentShelf().rest): void {
  const byId = new Map([...currentShelf().items, ...tasks].map(task => [task.id, task]))
  const items = [...byId.values()].toSorted(
    (a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1)
  )
  $shelf.set({ items, rest })
}

export function changeTask(id: string, changes: Partial<Task>): void {
  const shelf = currentShelf()
  $shelf.set({
    ...shelf,
    items: shelf.items.map(task => (task.id === id ? { ...task, ...changes } : task))
  })
}

export function removeTask(id: string): void {
  const shelf = currentShelf()
  $shelf.set({ ...shelf, items: shelf.items.filter(task => task.id !== id) })
}

export function setRest(rest: Shelf['rest']): void {
  $shelf.set({ ...currentShelf(), rest })
}
