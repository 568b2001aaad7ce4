import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { seeded } from '../seeded.ts'
import { readEventStream, readText, send, sendJson } from './call.ts'
import type { KeyedAnswer } from '../key-history.ts'
import type { TestPerson } from '../studio.ts'
import type { Cluster } from './cluster.ts'

/** Milliseconds between two tries of a patient caller, and its tries. */
const [AGAIN, TRIES] = [200, 300]

/** Milliseconds within which every task must end. */
const TASK_PATIENCE = 120_000

export type LoadOptions = {
  /** How many questions, tasks and page views run at a time. */
  chats: number
  tasks: number
  pages: number
  /** How many keys are used by several callers at once, at a time. */
  races: number
  seed: number
  /**
   * Callers repeat a call whose connection breaks, with the same idempotency key. The others count
   * it as failed.
   */
  patient: boolean
}

export type Load = {
  /** Calls that were answered, by kind. */
  done: { chats: number; tasks: number; pages: number; races: number }
  /** Answers that the process's death cut off: they keep their text and say why. */
  cut: number
  /** Calls that were sent again. */
  repeated: number
  /** Problems that nobody should meet. */
  failures: string[]
  /** Idempotency keys of all calls that may cost credits. */
  keys: string[]
  /** The answers of callers that used the same key. */
  answers: KeyedAnswer[]
  /** Lets begun calls end. */
  stop(): Promise<void>
}

type Lane = {
  load: Load
  cluster: Cluster
  random: () => number
  patient: boolean
  person: TestPerson
  token: string
}

/** Keeps people at work: questions whose answers are read, tasks that are followed, and pages. */
export function startLoad(
  cluster: Cluster,
  { chats, tasks, pages, races, seed, patient }: LoadOptions
): Load {
  const random = seeded(seed)
  const stopping = new AbortController()
  const load: Load = {
    done: { chats: 0, tasks: 0, pages: 0, races: 0 },
    cut: 0,
    repeated: 0,
    failures: [],
    keys: [],
    answers: [],
    async stop() {
      stopping.abort()
      await Promise.all(lanes)
    }
  }
  const repeat = (count: number, work: (lane: Lane) => Promise<void>): Promise<void>[] =>
    Array.from({ length: count }, async (_, index) => {
      const person = cluster.people[index % cluster.people.length]
      if (person === undefined) throw new Error('nobody is there')
      const token = person.credential.token
      const lane = { load, cluster, random, patient, person, token }
      while (!stopping.signal.aborted)
        await work(lane).catch((error: unknown) => void load.failures.push(String(error)))
    })
  const lanes = [
    ...repeat(chats, askQuestion),
    ...repeat(tasks, makePicture),
    ...repeat(pages, openPage),
    ...repeat(races, raceForKey)
  ]
  return load
}

/** Repeats work that fails because a process has died. */
async function attempt<T>({ load, patient }: Lane, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (!patient || tries === TRIES || !(error instanceof Error) || isRefusal(error)) throw error
      load.repeated++
      await wait(AGAIN)
    }
}

/** Tells whether a server that lives has refused the call, so that another try is of no use. */
function isRefusal({ message }: Error): boolean {
  return /^(4\d\d|event) /.test(message)
}

async function askQuestion(lane: Lane): Promise<void> {
  const { load, cluster, random, token } = lane
  const key = randomUUID()
  load.keys.push(key)
  const tokens = 20 + Math.ceil(random() * 400)
  const body = { model: 'gpt-5-all', question: `Tides [sandbox:tokens=${tokens}]` }
  const headers = { 'idempotency-key': key, accept: 'text/event-stream' }
  const last = await attempt(lane, async () => {
    const answer = await send(`${cluster.origins.api}/aichat/conversations`, {
      token,
      body,
      headers
    })
    if (answer.statusCode !== 200)
      throw new Error(`${answer.statusCode} ${(await readText(answer)).slice(0, 300)}`)
    return readAnswer(answer)
  })
  if (last === 'error') load.cut++
  load.done.chats++
}

/** Reads an answer whose events must be complete. @returns the type of its last event */
async function readAnswer(answer: Parameters<typeof readEventStream>[0]): Promise<string> {
  let [seq, type] = [0, '']
  for await (const { data } of readEventStream(answer)) {
    if (data === '[DONE]') continue
    const event = JSON.parse(data) as { seq: number; type: string }
    if (event.seq !== seq + 1) throw new Error(`event ${event.seq} came after ${seq}`)
    ;({ seq, type } = event)
  }
  if (type !== 'done' && type !== 'error') throw new Error(`an answer ended with "${type}"`)
  return type
}

async function makePicture(lane: Lane): Promise<void> {
  const { load, cluster, token } = lane
  const key = randomUUID()
  load.keys.push(key)
  const headers = { 'idempotency-key': key }
  const body = { prompt: 'a lighthouse', async: true }
  const { task_id: id } = await attempt(lane, () =>
    sendJson<{ task_id: string }>(`${cluster.origins.api}/flux/images`, { token, body, headers })
  )
  const until = Date.now() + TASK_PATIENCE
  for (;;) {
    const { state } = await attempt(lane, () =>
      sendJson<{ state: string }>(`${cluster.origins.api}/flux/tasks`, { token, body: { id } })
    )
    if (state === 'succeeded') break
    if (state === 'failed') load.cut++
    if (state === 'failed' || state === 'cancelled') break
    if (Date.now() > until) throw new Error(`event task ${id} is still ${state}`)
    await wait(250)
  }
  load.done.tasks++
}

/** Callers that use one key at the same moment, through any of the processes. */
const RACERS = 3

async function packageIn({ database }: Cluster): Promise<string> {
  const sold = database.db.selectFrom('package').select('id').where('price', '>', 0)
  return (await sold.orderBy('id').executeTakeFirstOrThrow()).id
}

/** Several callers use one key at once, and one of them does so again later. */
async function raceForKey(lane: Lane): Promise<void> {
  const { load, cluster, random, person, token } = lane
  const key = randomUUID()
  const isTask = random() < 0.5
  if (isTask) load.keys.push(key)
  const { platform, api } = cluster.origins
  const call = isTask
    ? { url: `${api}/flux/images`, token, body: { prompt: 'a pier', async: true } }
    : {
        url: `${platform}/api/v1/orders/`,
        token: person.token.access_token,
        body: { application_id: person.application.id, package_id: await packageIn(cluster) }
      }
  const ask = async (): Promise<void> => {
    const { url, ...sent } = call
    const headers = { 'idempotency-key': key }
    const answer = await attempt(lane, () => sendJson(url, { ...sent, headers }))
    load.answers.push({ key, text: JSON.stringify(answer) })
  }
  await Promise.all(Array.from({ length: RACERS }, ask))
  await wait(random() * 1000)
  await ask()
  load.done.races++
}

const PAGES = ['/flux', '/chatgpt/conversations', '/explore', '/', '/suno']

async function openPage(lane: Lane): Promise<void> {
  const { load, cluster, random } = lane
  const path = PAGES[Math.floor(random() * PAGES.length)] ?? '/'
  await attempt(lane, async () => {
    const answer = await send(`${cluster.origins.hub}${path}`)
    await readText(answer)
    if ((answer.statusCode ?? 500) >= 400) throw new Error(`${answer.statusCode} page ${path}`)
    if (!answer.complete) throw new Error(`page ${path} broke off`)
  })
  load.done.pages++
  await wait(50)
}
