import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { table } from '../results.ts'
import { doseOf } from './dose.ts'
import {
  askModel,
  closeConnections,
  measureOne,
  measureStreams,
  type Streamed,
  type Target
} from './gateway-calls.ts'
import type { ServerQuestion } from './gateway-server.ts'
import { startPeer } from './gateway-peer.ts'
import { startGatewayVendor } from './gateway-vendor.ts'
import { rateOf } from './lanes.ts'
import { processorTime } from './processor.ts'
import { startArguments } from './product.ts'
import { signInByCode } from './sign-in.ts'

/**
 * Number of calls one after the other, number of parallel calls, and how many of these run at a
 * time.
 */
const [ONE, MANY, LANES] = [doseOf(400, 5), doseOf(4000, 32), 32]
const STREAMS = [1, doseOf(100, 2), doseOf(500, 3)]

type Figures = { one: number; perSecond: number; cpu: number | null; streams: Streamed[] }

/**
 * Measures chat completions through Polymuse, with authentication, hold and receipt. The floor is
 * the same model called directly, in the same run.
 * @returns text to print; times in milliseconds
 */
export async function measureGateway(): Promise<string> {
  const vendor = await startGatewayVendor()
  try {
    const floor = await measure({ url: vendor.url, token: 'none' }, null)
    const all: [string, Figures][] = [['directly', floor]]
    const peer = await throughPeer(vendor.url)
    if (peer !== null) all.push(['Portkey', peer])
    all.push(['SQLite', await throughUs(vendor.url, {})])
    const url = process.env['TEST_DATABASE_URL']
    if (url) all.push(['PostgreSQL', await onPostgres(url, own => throughUs(vendor.url, own))])
    return report(floor, all)
  } finally {
    closeConnections()
    await vendor.close()
  }
}

/** @param pid the process whose time is measured */
async function measure(
  target: Target,
  pid: number | null,
  counts: readonly number[] = STREAMS
): Promise<Figures> {
  const call = (): Promise<number> => askModel(target)
  await rateOf(Math.ceil(MANY / 10), LANES, call)
  const one = await measureOne(target, ONE)
  const before = pid === null ? 0 : processorTime([pid])
  const perSecond = await rateOf(MANY, LANES, call)
  const cpu = pid === null ? null : ((processorTime([pid]) - before) * 1000) / MANY
  const streams: Streamed[] = []
  for (const count of counts) streams.push(await measureStreams(target, count))
  return { one, perSecond, cpu, streams }
}

/**
 * Calls through another gateway, if that is wanted. Its version 1.15.2 fails when it passes a stream
 * on ("TypeError: immutable"), so only whole answers are measured.
 */
async function throughPeer(vendor: string): Promise<Figures | null> {
  const peer = await startPeer(vendor)
  if (peer === null) return null
  try {
    return await measure({ ...peer, token: 'none' }, peer.pid, [])
  } finally {
    closeConnections()
    await peer.stop()
  }
}

/** Starts Polymuse with fresh data, and a user with credits. */
async function throughUs(vendor: string, own: Record<string, string>): Promise<Figures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'polymuse-bench-'))
  const server = fork(join(import.meta.dirname, 'gateway-server.ts'), {
    execArgv: (await startArguments()).filter(each => each.startsWith('--')),
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: vendor,
      ...own
    }
  })
  try {
    const { url } = (await answerOf(server)) as { url: string }
    const { applicationId, token } = await signInByCode(url)
    await ask(server, { ask: 'credit', applicationId })
    return await measure({ url: `${url}/v1`, token }, server.pid ?? 0)
  } finally {
    closeConnections()
    server.send({ ask: 'stop' } satisfies ServerQuestion)
    await once(server, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Runs `work` with a new database on this PostgreSQL server, and drops the database afterwards. */
async function onPostgres<T>(
  url: string,
  work: (own: Record<string, string>) => Promise<T>
): Promise<T> {
  const name = `bench_${randomBytes(4).toString('hex')}`
  const own = new URL(url)
  own.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  try {
    return await work({ DATABASE_URL: own.href })
  } finally {
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  }
}

function ask(server: ChildProcess, asked: ServerQuestion): Promise<unknown> {
  server.send(asked)
  return answerOf(server)
}

async function answerOf(server: ChildProcess): Promise<unknown> {
  const ended = once(server, 'exit').then(() => {
    throw new Error('the server ended')
  })
  const [message] = (await Promise.race([once(server, 'message'), ended])) as unknown[]
  return message
}

function report(floor: Figures, all: readonly [string, Figures][]): string {
  const head = ['', 'p50 of one, ms', '× floor', `calls/s, ${LANES} at once`, 'CPU ms a call']
  const rows = all.map(([name, { one, perSecond, cpu }]) => [
    name,
    one.toFixed(2),
    (one / floor.one).toFixed(1),
    perSecond.toFixed(0),
    cpu === null ? '' : cpu.toFixed(2)
  ])
  const streamed = all.flatMap(([name, { streams }]) =>
    streams.map(({ first, token, perSecond }, at) => [
      `${name}, ${STREAMS[at]} streams`,
      first.toFixed(1),
      token.toFixed(1),
      perSecond.toFixed(0)
    ])
  )
  const heads = ['', 'first token, ms', 'delay of a token, ms', 'tokens/s']
  return `gateway: chat completions\n${table([head, ...rows])}\n${table([heads, ...streamed])}`
}
