import { writeFile } from 'node:fs/promises'
import { createFileStore } from '#servers/files/file-store.ts'
import { sweepUploads } from '#servers/files/sweep.ts'
import { signAccessToken } from '#servers/lib/access-token.ts'
import { connectDatabase, sqliteFile, type Database } from '#servers/lib/database/database.ts'
import { createSecrets } from '#servers/lib/secrets.ts'
import { freshStore } from '../database.ts'
import { seeded } from '../seeded.ts'
import type { Stripe } from '../stripe-fake.ts'
import { openStudio, type TestStudio } from '../studio.ts'
import { createMediaVendor, kindsOf, type MediaVendor } from './media-vendor.ts'
import { Faults, openMortalBlobs, openMortalDatabase } from './mortal.ts'
import { seedCrypto } from './seeded-crypto.ts'
import { networkTo, openStripe } from './stripe-network.ts'
import { ENVIRONMENT, START, type SimulatedPerson, type Template } from './template.ts'
import { startVirtualTime, type VirtualTime } from './virtual-time.ts'

/** An answer of the studio; null when it broke off, or its process died first. */
export type Answer = { status: number; text: string } | null

export type Ask = {
  person: SimulatedPerson
  /** By whom the call is made: with the person's API key, in the browser, or on the login page. */
  by: 'key' | 'page' | 'login'
  path: string
  json?: unknown
  key?: string | undefined
  /** Milliseconds until the last byte of its body. */
  slow?: number
}

/** Everything of one simulation. The disk, the vendors and the people outlive each process. */
export type World = Pick<Template, 'people' | 'codes' | 'packages'> & {
  time: VirtualTime
  random: () => number
  vendor: MediaVendor
  stripe: Stripe
  blobs: Map<string, Uint8Array>
  /** The database as a reader sees it who shares nothing with the process. */
  view: Database
  faults: () => Faults
  /** Whether a process runs. */
  isUp(): boolean
  /** Starts the next process, after the death of the one before. */
  start(): Promise<void>
  ask(ask: Ask): Promise<Answer>
  /** Removes files that were never finished, as the process does each hour. */
  sweepFiles(): Promise<unknown>
  /** Delivers a webhook message. */
  deliver(body: string, headers: Record<string, string>): Promise<Answer>
  close(): Promise<void>
}

const SECRETS = createSecrets('x'.repeat(40))

export async function openSimulatedWorld(template: Template, seed: number): Promise<World> {
  const store = await freshStore('sqlite')
  await writeFile(sqliteFile(store.dataDir), template.file)
  const time = startVirtualTime(START)
  const random = seeded(seed)
  // Ids take their own chance, so that one more id changes nothing else.
  const endSeed = seedCrypto(seeded(seed + 1_000_000))
  const vendor = createMediaVendor(random)
  const stripe = openStripe(() => time.clock.now())
  const blobs = new Map<string, Uint8Array>()
  const view = connectDatabase({ url: null, dataDir: store.dataDir })
  let running: { studio: TestStudio; faults: Faults } | null = null

  async function start(): Promise<void> {
    time.dropTimers()
    const faults = new Faults(time.activity)
    const database = openMortalDatabase(store.dataDir, faults)
    const opening = openStudio(
      {
        place: { ...database, dataDir: store.dataDir, databaseUrl: null },
        clock: time.clock,
        blobs: openMortalBlobs(blobs, faults),
        fetch: networkTo(stripe, faults, random),
        environment: ENVIRONMENT
      },
      { tasks: { kinds: kindsOf(vendor, faults) } }
    )
    running = { studio: await time.untilDone(opening), faults }
  }

  async function call(path: string, init: Parameters<TestStudio['call']>[1]): Promise<Answer> {
    if (running === null || running.faults.isDead) return null
    const { studio, faults } = running
    const answered = async (): Promise<Answer> => {
      const response = await studio.call(path, init)
      // A stream breaks off if its process cannot read on.
      const text = await response.text().catch(() => null)
      time.activity.count++
      return text === null ? null : { status: response.status, text }
    }
    return Promise.race([faults.died.then(() => null), answered()])
  }

  async function tokenOf(person: SimulatedPerson, by: Ask['by']): Promise<string | undefined> {
    if (by === 'key') return person.credential
    if (by === 'login') return undefined
    return signAccessToken({ secrets: SECRETS, clock: time.clock }, { ...person, origin: '' })
  }

  await start()
  return {
    ...template,
    time,
    random,
    vendor,
    stripe,
    blobs,
    view,
    start,
    faults() {
      if (running === null) throw new Error('no process runs')
      return running.faults
    },
    isUp: () => running !== null && !running.faults.isDead,
    async ask({ person, by, path, json, key, slow }) {
      const headers = {
        ...(by === 'login' && { cookie: person.cookie }),
        ...(slow !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key })
      }
      const token = await tokenOf(person, by)
      return call(path, {
        headers,
        ...(token !== undefined && { token }),
        ...(slow === undefined ? json !== undefined && { json } : sendSlowly(json, slow))
      })
    },
    async sweepFiles() {
      if (running === null) return
      const { context } = running.studio
      await time.untilDone(sweepUploads(context, createFileStore({ context })))
    },
    deliver: (body, headers) =>
      call('/api/v1/payments/stripe/callback', { method: 'POST', body, headers }),
    async close() {
      running?.faults.kill()
      time.end()
      endSeed()
      await view.close()
      await store.remove()
    }
  }
}

/** Makes a request whose body ends later. */
function sendSlowly(json: unknown, milliseconds: number): RequestInit {
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      await new Promise(resolve => setTimeout(resolve, milliseconds))
      controller.enqueue(Buffer.from(JSON.stringify(json)))
      controller.close()
    }
  })
  const init = { method: 'POST', body, duplex: 'half' }
  return init
}
