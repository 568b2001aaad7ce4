import { atom } from 'nanostores'
import type { HubInfo } from '#client/hub.ts'
import { listTasks, type TaskFilter, type TaskPage } from '#client/tasks.ts'
import type { Task } from '#contract/task.ts'
import { Problem, toProblem } from '#core/problem.ts'
import type { Remote } from '#core/remote.ts'
import type { Service } from '#core/service.ts'
import { inBackground } from '#stores/credential.ts'
import { onReset } from '#stores/persisted.ts'
import { selectionOf } from '#stores/selection.ts'

export type TaskList = {
  /** Oldest first. */
  items: readonly Task[]
  /** All of the person's tasks at this service, not only these. */
  total: number
  /** The id of the one that is looked at. */
  active: string | null
}

/** `last`: what the newest asking came to. What is known stays on the screen meanwhile. */
export type Tasks = { list: TaskList; last: Remote<null> }

type Listed = Pick<Service, 'id' | 'path' | 'serviceId'>

const NO_TASKS: Tasks = { list: { items: [], total: 0, active: null }, last: { status: 'none' } }
const NONE: Readonly<Record<string, Tasks>> = {}

/** By service. Not kept in the browser: lists come from the server. */
export const $tasks = atom(NONE)

/** Which asking was the last one of a service: only it says what came of it. */
const asked = new Map<string, symbol>()

onReset(() => {
  asked.clear()
  $tasks.set(NONE)
})

export function tasksOf(id: string): Tasks {
  return $tasks.get()[id] ?? NO_TASKS
}

/** Asks for the newest page, and merges it. What comes of it is in the store. */
export function loadTasks(hub: HubInfo, service: Listed, type?: string): Promise<void> {
  return load(hub, service, { ...(type !== undefined && { type }) })
}

/** Asks for the page before the oldest one known. */
export function loadOlderTasks(hub: HubInfo, service: Listed, type?: string): Promise<void> {
  const [oldest] = tasksOf(service.id).list.items
  return load(hub, service, { ...(type !== undefined && { type }), ...(oldest !== undefined && { before: oldest.created_at }) })
}

/** Looks at one of the list. @returns false when it is not there; then nothing changes */
export function activateTask(id: string, task: string | null): boolean {
  const { list } = tasksOf(id)
  if (task !== null && !list.items.some(each => each.id === task)) return false
  change(id, { list: { ...list, active: task } })
  return true
}

export function forgetTasks(id: string): void {
  asked.delete(id)
  const { [id]: _, ...others } = $tasks.get()
  $tasks.set(others)
}

/** Each id once, as `fresh` has it, oldest first. */
export function mergeTasks(fresh: readonly Task[], known: readonly Task[]): Task[] {
  const byId = new Map([...known, ...fresh].map(each => [each.id, each]))
  return [...byId.values()].toSorted((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
}

async function load(hub: HubInfo, service: Listed, filter: TaskFilter): Promise<void> {
  const { id } = service
  const mine = Symbol(id)
  asked.set(id, mine)
  const isLast = (): boolean => asked.get(id) === mine
  change(id, { last: { status: 'request' } })
  try {
    const page = await ask(hub, service, filter)
    if (isLast())
      change(id, { list: withPage(tasksOf(id).list, page, filter.before !== undefined), last: { status: 'success', value: null } })
  } catch (thrown) {
    if (isLast()) change(id, { last: { status: 'error', problem: toProblem(thrown) } })
  }
}

/** Nobody is sent to the sign-in page for it. @throws Problem `no_token` when no credential is at hand; then nothing is asked */
async function ask(hub: HubInfo, service: Listed, filter: TaskFilter): Promise<TaskPage> {
  if (selectionOf(service, hub.origin) === null) throw new Problem('no_token', { detail: 'no token' })
  return inBackground(hub, token => listTasks(hub, token, service, filter), service)
}

/** @param older does the page tell of a part only? Then its number is that part's */
function withPage(list: TaskList, { items, count }: TaskPage, older: boolean): TaskList {
  const merged = mergeTasks(items, list.items)
  return { ...list, items: merged, total: Math.max(older ? list.total : count, merged.length) }
}

function change(id: string, changes: Partial<Tasks>): void {
  $tasks.set({ ...$tasks.get(), [id]: { ...tasksOf(id), ...changes } })
}
