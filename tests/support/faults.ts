import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '#core/clock.ts'
import type { Json } from '#core/provider.ts'
import { EventLog } from '#servers/runs/event-log.ts'
import { createFileStore } from '#servers/files/file-store.ts'
import { credit } from '#servers/ledger/ledger.ts'
import { Tasks } from '#servers/api/tasks/tasks.ts'
import { readCredential } from '#servers/lib/credential.ts'
import { openDatabase, type Database } from '#servers/lib/database/database.ts'
import type { DatabaseKind } from '#servers/lib/database/kind.ts'
import { checkLedger } from '#servers/operation/check-ledger.ts'
import { COMPILED } from './compiled.ts'
import { programPath } from './test-programs.ts'
import { freshStore, type Store } from './database.ts'
import { seeded } from './seeded.ts'
import { openStudio, person, type TestPerson } from './studio.ts'
import { startVendor, vendorKinds, type Vendor } from './vendor.ts'

/**
 * Lease in milliseconds, after which another process takes over the runs of a killed one. It is
 * short to keep the tests fast.
 */
const LEASE = 600

/** Maximum time for all runs to end after the last kill, in milliseconds. */
const PATIENCE = 60_000

type World = { store: Store; database: Database; ada: TestPerson; vendor: Vendor }
type Child = { process: ChildProcess; url: string }

export type FaultReport = {
  kills: number
  runs: number
  unfinished: number
  disagreements: unknown[]
  states: Record<string, number>
}

/**
 * Kills a server under a load of chats at seeded moments and restarts it, again and again.
 * @returns the state of the ledger once every run has ended
 */
export async function killChats(
  kind: DatabaseKind,
  kills: number,
  seed: number
): Promise<FaultReport> {
  const world = await openWorld(kind)
  const random = seeded(seed)
  for (let kill = 0; kill < kills; kill++) {
    const child = await startChild(world)
    const before = await countRuns(world.database)
    const load = Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        ask(child, world.ada, Math.ceil(random() * 3000), `${kill}-${index}`)
      )
    )
    // A busy machine may need long to begin, so wait for the runs instead of a fixed time.
    while ((await countRuns(world.database)) < before + 2) await wait(5)
    await wait(random() * 500)
    await killChild(child)
    await load
  }
  return finish(world, kills)
}

/**
 * Kills processes like {@link killChats}, but with tasks, two processes, and one kill at a time.
 */
export async function killWorkers(
  kind: DatabaseKind,
  count: number,
  seed: number
): Promise<FaultReport & { submissions: number[] }> {
  const world = await openWorld(kind)
  const random = seeded(seed)
  const ids = await submitTasks(world, count)
  const children = [await startChild(world), await startChild(world)]
  let kills = 0
  do {
    await wait(30 + random() * 300)
    const dying = Math.floor(random() * children.length)
    const child = children[dying]
    if (child !== undefined) await killChild(child)
    children[dying] = await startChild(world)
    kills++
  } while ((await running(world.database)) > 0)
  for (const child of children) await killChild(child)
  const submissions = ids.map(id => world.vendor.submissions.filter(run => run === id).length)
  return { ...(await finish(world, kills)), submissions }
}

async function openWorld(kind: DatabaseKind): Promise<World> {
  const store = await freshStore(kind, true)
  const database = await openDatabase({ url: store.databaseUrl, dataDir: store.dataDir })
  const studio = await openStudio({
    database: { ...database, close: async () => undefined },
    clock: { ...systemClock, advance: () => undefined }
  })
  const ada = await person(studio)
  await studio.stop()
  const amount = 10_000_000_000
  await database.transaction(tx =>
    credit(tx, 'order', {
      applicationId: ada.application.id,
      fund: 'sandbox',
      reference: 'load',
      amount,
      now: Date.now()
    })
  )
  return { store, database, ada, vendor: await startVendor() }
}

async function submitTasks(
  { database, ada, vendor, store }: World,
  count: number
): Promise<string[]> {
  const studio = await openStudio({
    database: { ...database, close: async () => undefined },
    clock: { ...systemClock, advance: () => undefined }
  })
  const { context } = studio
  const parts = { ...context, events: new EventLog(context), files: createFileStore({ context }) }
  const tasks = new Tasks({ context: parts, kinds: vendorKinds(vendor), tick: 0 })
  const kind = vendorKinds(vendor).find('flux', 'images', 'sandbox')
  if (kind === null) throw new Error(`no kind in ${store.dataDir}`)
  const caller = await readCredential(context, ada.credential.token)
  const values: Record<string, Json> = { prompt: 'plain' }
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const question = {
      caller,
      kind,
      provider: 'vendor',
      values,
      origin: '',
      sites: [],
      traceId: crypto.randomUUID(),
      callbackUrl: undefined
    }
    ids.push((await database.transaction(tx => tasks.submit(tx, question))).taskId)
  }
  await studio.stop()
  return ids
}

async function startChild({ store, vendor }: World): Promise<Child> {
  const environment = {
    PORT: '0',
    DATA_DIR: store.dataDir,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    ...(store.databaseUrl !== null && { DATABASE_URL: store.databaseUrl })
  }
  const argument = JSON.stringify({
    environment,
    vendor: { url: vendor.url, host: vendor.host },
    lease: LEASE
  })
  const env = { ...process.env, ...COMPILED }
  const child = spawn(process.execPath, [programPath('fault'), argument], {
    env,
    stdio: ['ignore', 'pipe', 'inherit']
  })
  let output = ''
  while (!output.includes('\n')) output += String((await once(child.stdout, 'data'))[0])
  return { process: child, url: output.trim().replace('ready ', '') }
}

async function killChild(child: Child): Promise<void> {
  const gone = once(child.process, 'exit')
  child.process.kill('SIGKILL')
  await gone
}

/** Asks a question and then continues the answer. */
async function ask(child: Child, ada: TestPerson, tokens: number, key: string): Promise<void> {
  const question = `Tell me of tides [sandbox:tokens=${tokens}]`
  const [, id, answer] = FIRST.exec(await post(child, ada, key, { question })) ?? []
  await post(child, ada, `${key}-more`, { id, continue: answer })
}

/** Finds the ids of the conversation and of the answer, which the first event contains. */
const FIRST = /"id":"([^"]+)".*"message_id":"([^"]+)"/

async function post(
  child: Child,
  ada: TestPerson,
  key: string,
  more: Record<string, unknown>
): Promise<string> {
  const headers = {
    authorization: `Bearer ${ada.credential.token}`,
    'content-type': 'application/json',
    'idempotency-key': key
  }
  const body = JSON.stringify({ model: 'gpt-5-all', ...more })
  return (
    await fetch(`${child.url}/aichat/conversations`, { method: 'POST', headers, body })
  ).text()
}

async function countRuns(database: Database): Promise<number> {
  return (await database.db.selectFrom('run').select('id').execute()).length
}

async function running(database: Database): Promise<number> {
  const rows = await database.db
    .selectFrom('run')
    .select('id')
    .where('state', 'in', ['queued', 'running'])
    .execute()
  return rows.length
}

/** Lets one last process end the remaining runs, then checks the ledger. */
async function finish(world: World, kills: number): Promise<FaultReport> {
  const { database, store, vendor } = world
  const child = await startChild(world)
  const until = Date.now() + PATIENCE
  while ((await running(database)) > 0 && Date.now() < until) await wait(50)
  await killChild(child)
  const runs = await database.db.selectFrom('run').select('state').execute()
  const unended = await database.db
    .selectFrom('message')
    .select('id')
    .where('state', 'in', ['pending', 'answering'])
    .execute()
  const { disagreements } = await checkLedger(database, { now: Date.now() + 3_600_000 })
  const states: Record<string, number> = {}
  for (const { state } of runs) states[state] = (states[state] ?? 0) + 1
  const report = {
    kills,
    runs: runs.length,
    unfinished: (await running(database)) + unended.length,
    disagreements,
    states
  }
  await database.close()
  await vendor.close()
  await store.remove()
  return report
}
