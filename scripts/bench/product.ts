import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type Product = {
  url: string
  pid: number
  /**
   * Returns resident memory in megabytes: now, with that of its worker processes, and the most of
   * the process itself so far.
   */
  memory(): Promise<{ now: number; most: number }>
  stop(): Promise<void>
}

const ROOT = join(import.meta.dirname, '../..')

/** Reads the resident memory of a process in megabytes; zeros if it has ended. */
async function readMemory(id: string): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
  const read = (line: RegExp): number => Number(line.exec(status)?.[1] ?? 0) / 1024
  return { now: read(/^VmRSS:\s+(\d+) kB/m), most: read(/^VmHWM:\s+(\d+) kB/m) }
}

/** Reads Node's arguments from the npm script `start`. They limit memory. */
export async function startArguments(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').slice(1)
}

/**
 * Starts the product as `npm start` does, in a process of its own, without rate limits unless
 * `settings` turn them on.
 * @throws Error with its output when it does not start
 */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'polymuse-bench-'))
  const child = spawn(process.execPath, await startArguments(), {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      FREE_AMOUNT: '1000000',
      ...settings
    },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const ended = once(child, 'exit')
  let said = ''
  let url: string | undefined
  for await (const line of createInterface(child.stdout)) {
    said += `${line}\n`
    url = /^Polymuse is at (\S+)/.exec(line)?.[1]
    if (url !== undefined) break
  }
  if (url === undefined) throw new Error(`the product did not start:\n${said}`)
  // A full pipe would stop the process.
  child.stdout.resume()
  return {
    url,
    pid: child.pid ?? 0,
    async memory() {
      const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
      const [own, ...workers] = await Promise.all(
        [`${child.pid}`, ...children.split(' ').filter(id => id !== '')].map(readMemory)
      )
      const { now = 0, most = 0 } = own ?? {}
      return { now: workers.reduce((sum, each) => sum + each.now, now), most }
    },
    async stop() {
      child.kill()
      await ended
      await rm(dataDir, { recursive: true, force: true })
    }
  }
}
