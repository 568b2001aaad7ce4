// Two programs for tests of the pool of worker processes. As a child of a pool it answers odd jobs.
// Without a pool it is a parent: it prints the id of its own worker, which with the argument `busy`
// then has endless work.
import { serveJobs } from '#media/serve-jobs.ts'
import { createWorkers } from '#media/workers.ts'

const never = <T>(): Promise<T> => new Promise<T>(() => undefined)

const POOL_JOBS = {
  echo: ({ bytes }: { bytes: Uint8Array }) => bytes,
  id: (_: object) => process.pid,
  environment: (_: object) => Object.keys(process.env).filter(name => !name.startsWith('NODE_')),
  hang: (_: object) => never<void>(),
  kill: ({ signal }: { signal: NodeJS.Signals }) => {
    process.kill(process.pid, signal)
    return never<void>()
  },
  exit: (_: object) => process.exit(3),
  throw: (_: object) => {
    throw new Error('secret words')
  }
}

export type PoolJobs = typeof POOL_JOBS

async function runParent(): Promise<void> {
  const pool = createWorkers<PoolJobs>({ file: new URL(import.meta.url) })
  const { signal } = new AbortController()
  process.stdout.write(`${await pool.run('id', {}, signal)}\n`)
  if (process.argv[2] === 'busy') await pool.run('hang', {}, signal)
}

if (process.send === undefined) await runParent()
else serveJobs(POOL_JOBS)
