import { failureOf } from '#client/failure.ts'
import type { FeedEvent } from '#client/feed.ts'
import { beginTask, cancelTask, deleteTask, retrieveTask, type Order } from '#client/generate.ts'
import type { HubInfo } from '#client/hub.ts'
import { isOffline } from '#client/problem.ts'
import { listTasks, TASK_PAGE } from '#client/tasks.ts'
import type { Failure } from '#client/turns.ts'
import type { Task } from '#contract/task.ts'
import { toProblem } from '#core/problem.ts'
import type { Service } from '#core/service.ts'
import { withCredential } from '#stores/credential.ts'
import { followDocked, tellDock } from '#stores/dock.ts'
import { feedOf } from '#stores/person-feed.ts'
import { asPerson } from '#stores/renewal.ts'
import { changeTask, currentShelf, putTasks, removeTask, setRest } from '#stores/shelf-changes.ts'
import { isRunning } from '#stores/shelf.ts'

/** Begins a run and puts it on the shelf. @returns why it could not begin, null when it has */
export async function generate(hub: HubInfo, service: Service, order: Order): Promise<Failure | null> {
  const started = Date.now() / 1000
  // Before the order is: the feed may tell of it first.
  const follower = feedOf(hub).expect(null)
  try {
    const { task_id } = await withCredential(hub, token => beginTask(hub, token, service, order, keyOf(service, order)), service)
    attempt = null
    if (!currentShelf().items.some(each => each.id === task_id)) putTasks([newTask(hub, service, order, task_id, started)])
    feedOf(hub).bind(follower, task_id)
    void watchTo(hub, service, task_id, follower)
    return null
  } catch (thrown) {
    follower.close()
    const problem = toProblem(thrown)
    if (!isOffline(problem)) attempt = null
    return failureOf(problem)
  }
}

/** Shows what happens to the person's tasks at a service, wherever they were begun. @returns ends it */
export function watchTasks(hub: HubInfo, service: Service): () => void {
  const feed = feedOf(hub)
  const forget = feed.listen(event => {
    if (event.service === service.id) void take(hub, service, event)
    else tellDock(event)
  })
  for (const { id } of currentShelf().items.filter(isRunning)) void watchTo(hub, service, id, feed.follow(id, 0))
  followDocked(feed)
  feed.start()
  return forget
}

/** Reads the newest page again: a page may have been looked at for a while before it followed what happens. */
export async function loadNewest(hub: HubInfo, service: Service): Promise<void> {
  const asked = Date.now() / 1000
  const page = await asPerson(hub, token => listTasks(hub, token, service)).catch(() => null)
  if (page === null) return
  putTasks(page.items)
  const oldest = page.items.at(-1)?.created_at ?? 0
  const there = new Set(page.items.map(({ id }) => id))
  // What has ended and is not among them any more was deleted elsewhere.
  const isGone = (task: Task): boolean => !isRunning(task) && task.created_at > oldest && task.created_at < asked && !there.has(task.id)
  for (const task of currentShelf().items.filter(isGone)) removeTask(task.id)
}

/** Reads the tasks behind the last one that is shown. */
export async function loadOlder(hub: HubInfo, service: Service): Promise<void> {
  const { items, rest } = currentShelf()
  if (rest === 'loading' || rest === 'none') return
  setRest('loading')
  const oldest = items.at(-1)
  try {
    const page = await asPerson(hub, token => listTasks(hub, token, service, oldest?.created_at))
    const known = new Set(items.map(each => each.id))
    const fresh = page.items.filter(each => !known.has(each.id))
    putTasks(fresh, fresh.length > 0 && page.items.length >= TASK_PAGE ? 'more' : 'none')
  } catch {
    setRest('failed')
  }
}

/** Ends a task early. @returns why it could not be */
export function cancel(hub: HubInfo, service: Service, id: string): Promise<Failure | null> {
  return attempted(async () => {
    await asPerson(hub, token => cancelTask(hub, token, service, id))
    await refresh(hub, service, id)
  })
}

/** Deletes a task for good. @returns why it could not be */
export function remove(hub: HubInfo, service: Service, id: string): Promise<Failure | null> {
  return attempted(async () => {
    await asPerson(hub, token => deleteTask(hub, token, service, id)).catch((thrown: unknown) => {
      // Deleted elsewhere meanwhile: it is what was wanted.
      if (toProblem(thrown).code !== 'not_found') throw thrown
    })
    removeTask(id)
  })
}

/** Waits for a task's last event, so that the feed tells it; one whose events are gone is over. */
async function watchTo(
  hub: HubInfo,
  service: Service,
  id: string,
  follower: ReturnType<ReturnType<typeof feedOf>['follow']>
): Promise<void> {
  try {
    for await (const event of follower.events()) await take(hub, service, event)
  } catch {
    await refresh(hub, service, id).catch(() => undefined)
  }
}

/** The page may have been made before a run of another tool ended; one whose events are gone is over. */
async function take(hub: HubInfo, service: Service, { run, type, data }: FeedEvent): Promise<void> {
  const known = currentShelf().items.find(each => each.id === run)
  if (known !== undefined && !isRunning(known)) return
  if (known === undefined ? type === 'start' : type === 'done' || type === 'error') {
    await refresh(hub, service, run).catch(() => undefined)
  } else if (known !== undefined && type === 'progress') {
    const { progress } = data
    changeTask(run, { state: 'running', ...(typeof progress === 'number' && { progress }) })
  }
}

async function refresh(hub: HubInfo, service: Service, id: string): Promise<void> {
  const task = await asPerson(hub, token => retrieveTask(hub, token, service, id))
  putTasks([task])
}

async function attempted(work: () => Promise<void>): Promise<Failure | null> {
  try {
    await work()
    return null
  } catch (thrown) {
    return failureOf(toProblem(thrown))
  }
}

/** A task as it is before the server has told of it. */
function newTask(hub: HubInfo, { path }: Service, { verb, values }: Order, id: string, created_at: number): Task {
  const owner = { application_id: '', credential_id: null, user_id: hub.user?.id ?? '' }
  return {
    _id: id,
    id,
    type: verb,
    api_id: `${path}/${verb}`,
    ...owner,
    trace_id: '',
    state: 'queued',
    progress: 0,
    created_at,
    request: values
  }
}

/** The order that may or may not have reached the server: sent again, it carries the same key. */
let attempt: { body: string; key: string } | null = null

function keyOf({ id }: Service, order: Order): string {
  const body = JSON.stringify([id, order])
  // Not randomUUID, which plain HTTP does not have.
  if (attempt?.body !== body) attempt = { body, key: crypto.getRandomValues(new Uint32Array(4)).join('-') }
  return attempt.key
}
