import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { SMALL_YOUNG_SPACE } from '../../scripts/child.ts'
import { COMPILED } from './compiled.ts'
import { freshStore, type Store } from './database.ts'

export type StudioProcess = {
  child: ChildProcess
  exited: Promise<number | null>
  /**
   * Waits until the output matches.
   * @returns the first group
   */
  said(pattern: RegExp): Promise<string>
  output(): string
}

const ROOT = join(import.meta.dirname, '../..')

/**
 * The folder with the bundle of `light-main.ts`, which a whole test run creates. A run of single
 * test files loads the source instead, so it needs no build.
 */
const LIGHT = process.env['TEST_SERVERS']

const SOURCE = 'src/servers/main.ts'

/** Arguments of Node that start the servers as users do. */
const SERVERS = [LIGHT === undefined ? SOURCE : 'dist/servers/main.mjs']

/**
 * Returns arguments of Node that start the servers of a copy of the project from their source, with
 * quick hashes and light media. Both files must be those of the copy, whose modules they change.
 */
function quickened(root: string): string[] {
  const changes = ['quick-hash.ts', 'light-media.ts']
  const imports = changes.flatMap(name => ['--import', join(root, 'tests/support', name)])
  return [...imports, SOURCE]
}

/**
 * Starts the servers as an operator does. Their environment contains only what is given here.
 * @param cwd another copy of the project
 * @param program arguments of Node
 */
export function startProcess(
  environment: Record<string, string | undefined>,
  cwd?: string,
  program: readonly string[] = SERVERS
): StudioProcess {
  // Another copy is in a new folder each time, so caching its modules would only fill the disk.
  const cache = cwd === undefined && COMPILED
  const child = spawn(process.execPath, program, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', POLYMUSE_CONFIG: 'off', ...cache, ...environment }
  })
  return followProcess(child)
}

/** Collects the output of a process and waits for words in it. */
export function followProcess(
  child: ChildProcessByStdio<null | Writable, Readable, Readable>
): StudioProcess {
  let output = ''
  const heard = new EventEmitter()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      heard.emit('words')
    })
  }
  const exited = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    exited,
    async said(pattern) {
      while (!pattern.test(output)) {
        const ended = await Promise.race([
          exited.then(() => true),
          once(heard, 'words').then(() => false)
        ])
        if (ended && !pattern.test(output))
          throw new Error(`ended without a word of ${pattern}: ${output}`)
      }
      return pattern.exec(output)?.[1] ?? ''
    },
    output: () => output
  }
}

/**
 * Starts the servers on an empty database of the kind that this run tests, and waits until they
 * accept requests.
 * @param cwd folder of another copy of the project
 */
export async function startStudio(
  environment: Record<string, string> = {},
  cwd?: string
): Promise<{
  url: string
  store: Store
  said: StudioProcess['said']
  stop(): Promise<void>
}> {
  const store = await freshStore(undefined, true)
  const database = store.databaseUrl === null ? {} : { DATABASE_URL: store.databaseUrl }
  const started = startProcess(
    {
      PORT: '0',
      DATA_DIR: store.dataDir,
      LOG_LEVEL: 'error',
      DRAIN_SECONDS: '0',
      ...database,
      ...environment
    },
    cwd,
    LIGHT === undefined || cwd !== undefined
      ? quickened(cwd ?? ROOT)
      : [SMALL_YOUNG_SPACE, join(LIGHT, 'main.mjs')]
  )
  const url = await started.said(/Polymuse is at (\S+)/)
  return {
    url,
    store,
    said: started.said,
    async stop() {
      started.child.kill('SIGTERM')
      await started.exited
      await store.remove()
    }
  }
}

export type Page = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/**
 * Sends one request with any Host header, which `fetch` does not allow. Redirects are not followed.
 */
export function visit(
  url: string,
  options: { host?: string; headers?: Record<string, string>; method?: string; body?: string } = {}
): Promise<Page> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...options.headers,
      ...(options.host !== undefined && { host: options.host })
    }
    const call = request(url, { method: options.method ?? 'GET', headers }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString()
        })
      )
    })
    call.on('error', reject)
    call.end(options.body)
  })
}
