import { pageHub } from '#client/page-hub.ts'
import { createIdempotencyKeys } from '#client/call-keys.ts'
import { failureOf } from '#client/failure.ts'
import type { FeedEvent } from '#client/feed.ts'
import {
  requestTask,
  requestCancel,
  requestTaskDeletion,
  retrieveTask,
  type TaskInput
} from '#client/generate.ts'
import { isJsonRecord } from '#client/json.ts'
import { isOffline } from '#client/problem.ts'
import { fetchTasks, TASK_PAGE_SIZE } from '#client/tasks.ts'
import type { Failure } from '#client/turns.ts'
import type { Task } from '#contract/task.ts'
import { creditsToMicro, microToCredits } from '#core/money.ts'
import { toProblem } from '#core/problem.ts'
import type { Service } from '#core/service.ts'
import { loadBalance } from '#stores/balance-changes.ts'
import { withCredentialSilently, withCredential } from '#stores/credential.ts'
import { followDockRuns, updateDock } from '#stores/dock.ts'
import { userFeed } from '#stores/person-feed.ts'
import { withUserToken } from '#stores/renewal.ts'
import { namedPrices, quoteRun } from '#stores/run-quotes.ts'
import {
  changeTask,
  currentTaskList,
  putTasks,
  removeTask,
  setTaskListRest
} from '#stores/shelf-changes.ts'
import { isTaskRunning } from '#stores/shelf.ts'

/**
 * Starts a run and adds its task to the list on the page. It is refused if it costs more than this
 * page shows. The page then shows the new price, and the next attempt accepts it.
 * @param begun called with the id of the task
 * @param key idempotency key; by default the same for the same order until its run has started
 * @returns the failure, or null when the run has started
 */
export async function startToolTask(
  service: Service,
  order: TaskInput,
  begun?: (id: string) => void,
  key?: string
): Promise<Failure | null> {
  const started = Date.now() / 1000
  const { micro, unit, key: priceKey } = quoteRun(service, order)
  // Only the server knows the price of what it measures.
  const maxPrice = unit === undefined ? microToCredits(micro) : undefined
  // The feed may deliver events of the run before the response to this request, so listen first.
  const follower = userFeed().expect(null)
  try {
    // For a guest this never redirects to the sign-in page: the caller remembers the run and then
    // sends the guest there.
    const asked = pageHub().user === null ? withCredentialSilently : withCredential
    const own = key ?? callKeys.keyFor([service.id, order])
    const { task_id } = await asked(
      token => requestTask(token, service, order, own, maxPrice),
      service
    )
    callKeys.reset()
    begun?.(task_id)
    if (!currentTaskList().items.some(each => each.id === task_id))
      putTasks([newTask(service, order, task_id, started)])
    userFeed().bind(follower, task_id)
    void watchTo(service, task_id, follower)
    return null
  } catch (thrown) {
    follower.close()
    const problem = toProblem(thrown)
    if (!isOffline(problem)) callKeys.reset()
    const price = problem.issues.find(issue => issue.price !== undefined)?.price
    if (price === undefined) return failureOf(problem)
    namedPrices[priceKey] = creditsToMicro(price)
    // Pages have no sentence for this code, so they show the server's, which has the price.
    return { ...failureOf(problem), code: 'price_changed' }
  }
}

/**
 * Shows the user's tasks of a service as they change, wherever they were started.
 * @returns a function that stops it
 */
export function watchTasks(service: Service): () => void {
  const feed = userFeed()
  const forget = feed.listen(event => {
    if (event.service === service.id) take(event)
    else updateDock(event)
  })
  for (const { id } of currentTaskList().items.filter(isTaskRunning))
    void watchTo(service, id, feed.follow(id, 0))
  followDockRuns(feed)
  feed.start()
  return forget
}

/** Shows the task that a guest has begun, and follows it to its end. */
export async function showTask(service: Service, id: string): Promise<void> {
  await refresh(service, id)
  const task = currentTaskList().items.find(each => each.id === id)
  if (task !== undefined && isTaskRunning(task)) void watchTo(service, id, userFeed().follow(id, 0))
}

/**
 * Loads the newest page of tasks again, because tasks may have changed before the page began to
 * follow the feed.
 */
export async function loadNewestTasks(service: Service): Promise<void> {
  const asked = Date.now() / 1000
  const page = await withUserToken(token => fetchTasks(token, service)).catch(() => null)
  if (page === null) return
  putTasks(page.items)
  const oldest = page.items.at(-1)?.created_at ?? 0
  const there = new Set(page.items.map(({ id }) => id))
  // An ended task that the page no longer contains was deleted elsewhere.
  const isGone = (task: Task): boolean =>
    !isTaskRunning(task) &&
    task.created_at > oldest &&
    task.created_at < asked &&
    !there.has(task.id)
  for (const task of currentTaskList().items.filter(isGone)) removeTask(task.id)
}

/** Loads the tasks that are older than the last one shown. */
export async function loadOlderTasks(service: Service): Promise<void> {
  const { items, rest } = currentTaskList()
  if (rest === 'loading' || rest === 'none') return
  setTaskListRest('loading')
  const oldest = items.at(-1)
  try {
    const page = await withUserToken(token => fetchTasks(token, service, oldest?.created_at))
    const known = new Set(items.map(each => each.id))
    const fresh = page.items.filter(each => !known.has(each.id))
    putTasks(fresh, fresh.length > 0 && page.items.length >= TASK_PAGE_SIZE ? 'more' : 'none')
  } catch {
    setTaskListRest('failed')
  }
}

/**
 * Cancels a task.
 * @returns the failure, or null on success
 */
export function cancelToolTask(service: Service, id: string): Promise<Failure | null> {
  return attempted(async () => {
    await asOwner(service, token => requestCancel(token, service, id))
    await refresh(service, id)
  })
}

/**
 * Deletes a task permanently.
 * @returns the failure, or null on success
 */
export function deleteToolTask(service: Service, id: string): Promise<Failure | null> {
  return attempted(async () => {
    await withUserToken(token => requestTaskDeletion(token, service, id)).catch(
      (thrown: unknown) => {
        // The task was deleted elsewhere meanwhile, which is what the user wanted.
        if (toProblem(thrown).code !== 'not_found') throw thrown
      }
    )
    removeTask(id)
  })
}

/** Follows a task to its last event. If its events are gone, the task is fetched again. */
async function watchTo(
  service: Service,
  id: string,
  follower: ReturnType<ReturnType<typeof userFeed>['follow']>
): Promise<void> {
  try {
    for await (const event of follower.events()) take(event)
  } catch {
    void loadBalance(service)
    await refresh(service, id).catch(() => undefined)
  }
}

/** Updates the shelf for an event of a run. Its first and last event contain the task. */
function take({ run, type, data }: FeedEvent): void {
  const known = currentTaskList().items.find(each => each.id === run)
  if (known !== undefined && !isTaskRunning(known)) return
  if (known === undefined ? type === 'start' : type === 'done' || type === 'error') {
    // Our own server writes the feed by this contract, so the fields are not checked again.
    if (isJsonRecord(data['task'])) putTasks([data['task'] as Task])
    // The task was deleted elsewhere meanwhile.
    else removeTask(run)
  } else if (known !== undefined && type === 'progress') {
    const { progress } = data
    changeTask(run, { state: 'running', ...(typeof progress === 'number' && { progress }) })
  }
}

async function refresh(service: Service, id: string): Promise<void> {
  const task = await asOwner(service, token => retrieveTask(token, service, id))
  putTasks([task])
}

/** Runs a request as the user, or as the guest who has only the credential of their task. */
function asOwner<T>(service: Service, run: (token: string) => Promise<T>): Promise<T> {
  return pageHub().user === null ? withCredentialSilently(run, service) : withUserToken(run)
}

async function attempted(work: () => Promise<void>): Promise<Failure | null> {
  try {
    await work()
    return null
  } catch (thrown) {
    return failureOf(toProblem(thrown))
  }
}

/** Creates the task as it is shown until the server reports it. */
function newTask(
  { path }: Service,
  { verb, values }: TaskInput,
  id: string,
  created_at: number
): Task {
  const owner = { application_id: '', credential_id: null, user_id: pageHub().user?.id ?? '' }
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

/** A run that may have been requested already is requested again with the same idempotency key. */
const callKeys = createIdempotencyKeys()
