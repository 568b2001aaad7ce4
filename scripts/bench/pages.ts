import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtServers } from '../servers.ts'
import { doseOf } from './dose.ts'
import { rateOf } from './lanes.ts'

/** Number of requests for cached pages, and for pages that are rendered. */
const [KEPT, RENDERED] = [doseOf(3000, 20), doseOf(300, 5)]

/** Number of guests who ask for a page at the same time. */
const LANES = 16

const PAGES = ['/flux', '/chatgpt/conversations']

/** A cookie of an invited guest, for whom every page is rendered. It names no inviter. */
const INVITED = 'INVITER_ID=!'

type Asking = { url: string; cookie?: string }

/**
 * Measures the processor time of a page for a guest, for an invited guest and for a user. The floor
 * is a server that always sends the same bytes. Client and servers are one process, so all times
 * include the same client.
 * @returns a line for each page; times in milliseconds
 */
export async function measurePages(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'polymuse-bench-'))
  const { startServer } = await builtServers()
  const environment = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' }
  const server = await startServer(environment)
  try {
    // The first user is the operator, whose pages show more.
    await signIn(server.url, 'operator@example.com')
    const session = await signIn(server.url, 'bench@example.com')
    const lines: string[] = []
    for (const path of PAGES) lines.push(await measurePage(server.url + path, session))
    return lines.join('\n')
  } finally {
    agent.destroy()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measurePage(url: string, session: string): Promise<string> {
  const body = await read({ url })
  const { floor, address } = await serveFloor(body)
  try {
    const least = await costOf({ url: address }, KEPT)
    const told = (name: string, cost: number): string =>
      `${name} ${(cost / least).toFixed(1)}× (${cost.toFixed(2)} ms)`
    const parts = [
      told('guest', await costOf({ url }, KEPT)),
      `${(await rateOf(KEPT, LANES, () => read({ url }))).toFixed(0)} pages a second to guests`,
      told('invited guest', await costOf({ url, cookie: INVITED }, RENDERED)),
      told('user', await costOf({ url, cookie: session }, RENDERED))
    ]
    const { pathname } = new URL(url)
    return `page ${pathname}, CPU to a fixed answer (${least.toFixed(2)} ms): ${parts.join(', ')}`
  } finally {
    floor.closeAllConnections()
    floor.close()
  }
}

/** Serves these bytes under every path. */
async function serveFloor(body: Buffer): Promise<{ floor: Server; address: string }> {
  const floor = createServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-length': body.length })
      .end(body)
  )
  await new Promise<void>(resolve => floor.listen(0, '127.0.0.1', resolve))
  return { floor, address: `http://127.0.0.1:${(floor.address() as AddressInfo).port}/` }
}

/** Returns the processor time of a request in milliseconds, after a warm-up. */
async function costOf(asking: Asking, runs: number): Promise<number> {
  for (let run = 0; run < runs / 10; run++) await read(asking)
  const before = process.cpuUsage()
  for (let run = 0; run < runs; run++) await read(asking)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / runs
}

const agent = new Agent({ keepAlive: true })

/** Reads a page compressed with brotli, as browsers do. */
function read({ url, cookie = '' }: Asking): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'br', cookie } }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(Buffer.concat(chunks))
          : reject(new Error(`${url} answered ${answer.statusCode}`))
      )
    }).on('error', reject)
  })
}

/** @returns the cookie of a new user's session */
async function signIn(url: string, email: string): Promise<string> {
  const person = { email, password: 'correct horse battery' }
  const made = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(person)
  })
  if (!made.ok) throw new Error(`nobody could sign up: ${made.status}`)
  const follow = async (address: string, cookie: string): Promise<Response> =>
    fetch(address, { headers: { cookie }, redirect: 'manual' })
  const login = await follow(`${url}/auth/login?redirect=${url}/flux`, cookiesOf(made))
  return cookiesOf(await follow(login.headers.get('location') ?? '', ''))
}

function cookiesOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map(line => line.split(';', 1)[0])
    .join('; ')
}
