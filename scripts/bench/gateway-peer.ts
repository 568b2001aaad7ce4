import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

/** The gateway that is measured beside ours. It keeps nothing: no users, no money, no answers. */
const PEER = '@portkey-ai/gateway@1.15.2'

/** The port on which it is asked, and the headers that name the model's server to it. */
export type Peer = {
  url: string
  pid: number
  headers: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/**
 * Downloads and starts another gateway, if `BENCH_PEERS=on` asks for it.
 * @param vendor base URL of the model's server
 * @throws Error if it cannot be downloaded, or does not start
 */
export async function startPeer(vendor: string): Promise<Peer | null> {
  if (process.env['BENCH_PEERS'] !== 'on') return null
  const folder = await mkdtemp(join(tmpdir(), 'polymuse-bench-'))
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]
  await promisify(execFile)('npm', ['install', ...options, PEER])
  const port = await freePort()
  const program = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js')
  const child = spawn(process.execPath, [program, `--port=${port}`, '--headless'], {
    stdio: 'ignore',
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production' }
  })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  await untilAnswers(url)
  return {
    url: `${url}/v1`,
    pid: child.pid ?? 0,
    headers: { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': vendor },
    async stop() {
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Returns a port that nobody uses, since this gateway cannot choose one itself. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function untilAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answers = await fetch(url).then(
      () => true,
      () => false
    )
    if (answers) return
    await pause(100)
  }
  throw new Error(`${PEER} did not start`)
}
