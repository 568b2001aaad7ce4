import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type Product = {
  url: string
  /** Returns the resident memory of the process in megabytes, now and at most so far. */
  memory(): Promise<{ now: number; most: number }>
  stop(): Promise<void>
}

const ROOT = join(import.meta.dirname, '../..')

/** Reads Node's arguments from the npm script `start`. They limit memory. */
async function startArguments(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').slice(1)
}

/**
 * Starts the product as `npm start` does, in a process of its own.
 * @throws Error with its output when it does not start
 */
export async function startProduct(): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'polymuse-bench-'))
  const child = spawn(process.execPath, await startArguments(), {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      FREE_AMOUNT: '1000000'
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
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      const read = (name: string): number =>
        Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
      return { now: read('VmRSS'), most: read('VmHWM') }
    },
    async stop() {
      child.kill()
      await ended
      await rm(dataDir, { recursive: true, force: true })
    }
  }
}
