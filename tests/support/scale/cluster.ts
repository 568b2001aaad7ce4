import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#core/clock.ts'
import { credit } from '#servers/ledger/ledger.ts'
import { createSecrets } from '#servers/lib/secrets.ts'
import { openDatabase, type Database } from '#servers/lib/database/database.ts'
import { freePort } from '../../../scripts/postgres.ts'
import { freshStore } from '../database.ts'
import { startProcess, type StudioProcess } from '../process.ts'
import { startS3Server, type S3Server } from '../s3-server.ts'
import { openStudio, person, type TestPerson } from '../studio.ts'
import { startScaleProxy } from './proxy.ts'

/**
 * Addresses at which nginx serves the parts: names would need entries in /etc/hosts. `hub` has
 * sign-in too, which its pages call.
 */
const ADDRESSES = { hub: '127.0.0.1', platform: '127.0.0.2', api: '127.0.0.3' } as const

/** The parts of the three processes: each part is served by at least two of them. */
const LAYOUT = ['hub,platform,auth,api', 'hub,auth,api', 'hub,platform,auth'] as const

const SECRET = 'the same secret for all three processes'

/** Arguments of Node: the build, started as `npm start` starts it. */
const PROGRAM = [
  '--max-semi-space-size=4',
  '--heap-growing-percent=60',
  '--expose-gc',
  'dist/servers/main.mjs'
]

/** Microcredits of each user: more than any load spends. */
const AMOUNT = 10_000_000_000_000

export type Cluster = {
  /** Origins of the parts at nginx. */
  origins: Readonly<Record<keyof typeof ADDRESSES, string>>
  /** Ports of the processes themselves. */
  ports: readonly number[]
  database: Database
  store: S3Server
  people: TestPerson[]
  /** Starts a process at its port, after it has ended. */
  start(index: number): Promise<void>
  /** Asks a process to stop, and waits until it has. @returns its exit code */
  end(index: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  /** Ids of the three processes. */
  pids(): number[]
  stop(): Promise<void>
}

/**
 * Starts three processes of different parts on one PostgreSQL and one S3 store, behind nginx, which
 * binds nobody to a process. They start at the same moment on an empty database.
 * @param settings environment of all processes
 * @param count how many users with credits to create
 * @param fund of their credits: `real` ones pay for the work of vendors
 */
export async function startCluster(
  settings: Record<string, string> = {},
  count = 1,
  fund: 'real' | 'sandbox' = 'sandbox'
): Promise<Cluster> {
  const store = await freshStore('postgres')
  const folder = await mkdtemp(join(tmpdir(), 'polymuse-scale-'))
  const s3 = await startS3Server()
  const [port, ...ports] = await Promise.all([0, ...LAYOUT].map(() => freePort()))
  const own = port ?? 0
  const url = (part: keyof typeof ADDRESSES): string => `http://${ADDRESSES[part]}:${own}`
  const environment = {
    DATABASE_URL: store.databaseUrl ?? '',
    STORAGE_URL: s3.url,
    SECRET,
    TRUST_PROXY: 'true',
    HUB_URL: url('hub'),
    AUTH_URL: url('hub'),
    PLATFORM_URL: url('platform'),
    API_URL: url('api'),
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    ...settings
  }
  const processes: StudioProcess[] = []
  const start = async (index: number): Promise<void> => {
    const started = startProcess(
      {
        ...environment,
        PORT: String(ports[index]),
        PARTS: LAYOUT[index],
        DATA_DIR: join(folder, `data-${index}`)
      },
      undefined,
      PROGRAM
    )
    processes[index] = started
    await started.said(/Polymuse is at (\S+)/)
  }
  await Promise.all(LAYOUT.map((_, index) => start(index)))
  const portsOf = (part: string): number[] =>
    ports.filter((_, index) => LAYOUT[index]?.split(',').includes(part))
  const proxy = await startScaleProxy(
    folder,
    own,
    Object.entries(ADDRESSES).map(([part, address]) => ({ address, ports: portsOf(part) }))
  )
  const database = await openDatabase({ url: store.databaseUrl, dataDir: store.dataDir })
  return {
    origins: { hub: url('hub'), platform: url('platform'), api: url('api') },
    ports,
    database,
    store: s3,
    people: await createPeople(database, count, fund),
    start,
    async end(index, signal) {
      processes[index]?.child.kill(signal)
      return (await processes[index]?.exited) ?? null
    },
    pids: () => processes.flatMap(({ child }) => child.pid ?? []),
    async stop() {
      // Killed, nginx would leave its worker behind.
      proxy.child.kill('SIGTERM')
      for (const each of processes) each.child.kill('SIGKILL')
      await Promise.all([...processes, proxy].map(({ exited }) => exited))
      await database.close()
      await s3.close()
      await store.remove()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Creates users with credits in a database that processes already serve. */
async function createPeople(
  database: Database,
  count: number,
  fund: 'real' | 'sandbox'
): Promise<TestPerson[]> {
  const studio = await openStudio({
    database: { ...database, close: async () => undefined },
    clock: { ...systemClock, advance: () => undefined },
    secrets: createSecrets(SECRET)
  })
  const people: TestPerson[] = []
  for (let index = 0; index < count; index++) people.push(await person(studio))
  await studio.stop()
  for (const { application } of people)
    await database.transaction(tx =>
      credit(tx, 'order', {
        applicationId: application.id,
        fund,
        reference: `load ${application.id}`,
        amount: AMOUNT,
        now: Date.now()
      })
    )
  return people
}
