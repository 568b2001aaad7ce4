import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createWorkers, type Workers, type WorkersOptions } from '#media/workers.ts'
import type { PoolJobs } from '../../tests/support/pool-process.ts'

const file = new URL('../../tests/support/pool-process.ts', import.meta.url)
const never = new AbortController().signal

function open(options: Partial<WorkersOptions> = {}): Workers<PoolJobs> {
  const pool = createWorkers<PoolJobs>({ file, ...options })
  onTestFinished(() => pool.stop())
  return pool
}

/** Tells whether a process runs. One that has ended but was not collected by its parent does not. */
function isRunning(id: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${id}/stat`, 'utf8'))
  } catch {
    return false
  }
}

describe('the pool of processes', () => {
  test('returns bytes as they were sent', async () => {
    const bytes = new Uint8Array(5_000_000).map((_, at) => at % 251)
    const back = await open().run('echo', { bytes }, never)
    expect(back).toBeInstanceOf(Uint8Array)
    expect(Buffer.compare(back, bytes)).toBe(0)
  })

  test('gives a process nothing of the environment but the name of a home folder', async () => {
    expect(await open().run('environment', {}, never)).toEqual(['HOME'])
  })

  test('hides an unexpected error of a job and keeps the process', async () => {
    const pool = open({ size: 1 })
    const id = await pool.run('id', {}, never)
    await expect(pool.run('throw', {}, never)).rejects.toMatchObject({
      code: 'api_error',
      detail: expect.not.stringContaining('secret')
    })
    expect(await pool.run('id', {}, never)).toBe(id)
  })

  test.each(['SIGABRT', 'SIGKILL', 'SIGSEGV'] as const)(
    'fails only the job whose process ends with %s',
    async signal => {
      const pool = open({ size: 2 })
      const bytes = new Uint8Array(3_000_000)
      const [broken, other] = [
        pool.run('kill', { signal }, never),
        pool.run('echo', { bytes }, never)
      ]
      await expect(broken).rejects.toMatchObject({
        code: 'api_error',
        detail: 'the worker process failed',
        cause: { message: `the worker process ended with ${signal}` }
      })
      expect(await other).toHaveLength(bytes.length)
      expect(await pool.run('id', {}, never)).toBeGreaterThan(0)
    }
  )

  test('starts another process after one that exits', async () => {
    const pool = open({ size: 1 })
    const first = await pool.run('id', {}, never)
    await expect(pool.run('exit', {}, never)).rejects.toMatchObject({
      code: 'api_error',
      cause: { message: 'the worker process ended with exit code 3' }
    })
    expect(await pool.run('id', {}, never)).not.toBe(first)
  })

  test('fails each job of a program that cannot start', async () => {
    const pool = open({ size: 1, file: new URL('missing-program.mjs', file) })
    const failed = (): Promise<void> =>
      expect(pool.run('id', {}, never)).rejects.toMatchObject({ code: 'api_error' })
    await failed()
    await failed()
  })

  test('ignores signals that are for its parent', async () => {
    const pool = open({ size: 1 })
    const id = await pool.run('id', {}, never)
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.kill(id, signal)
    expect(await pool.run('id', {}, never)).toBe(id)
  })

  test('ends a job that takes too long', async () => {
    const stuck = open({ limit: 50 }).run('hang', {}, never)
    await expect(stuck).rejects.toMatchObject({ code: 'api_error', cause: 'it took too long' })
  })

  test('ends the process of a job that is cancelled', async () => {
    const pool = open({ size: 1 })
    const id = await pool.run('id', {}, never)
    const running = new AbortController()
    const job = pool.run('hang', {}, running.signal)
    running.abort()
    await expect(job).rejects.toMatchObject({ code: 'canceled' })
    await expect.poll(() => isRunning(id)).toBe(false)
  })

  test('ends the process after a heavy job', async () => {
    const pool = open({ size: 1, heavy: ['id'] })
    const first = await pool.run('id', {}, never)
    expect(await pool.run('id', {}, never)).not.toBe(first)
    await expect.poll(() => isRunning(first)).toBe(false)
  })

  test('serves other users before it serves the same user again', async () => {
    const pool = open({ size: 1 })
    const done: string[] = []
    const ask = async (person: string): Promise<void> => {
      await pool.run('id', {}, never, person)
      done.push(person)
    }
    await Promise.all([...'aaaab'].map(ask))
    expect(done.join('')).toBe('abaaa')
  })

  test('ends idle processes', async () => {
    const pool = open({ size: 1, idle: 20 })
    const first = await pool.run('id', {}, never)
    await expect.poll(() => isRunning(first), { timeout: 20_000 }).toBe(false)
    expect(await pool.run('id', {}, never)).not.toBe(first)
  })

  test('has no process left when it has stopped', async () => {
    const pool = open({ size: 2 })
    const ids = await Promise.all([pool.run('id', {}, never), pool.run('id', {}, never)])
    expect(ids.map(isRunning)).toEqual([true, true])
    await pool.stop()
    expect(ids.map(isRunning)).toEqual([false, false])
  })
})

describe('the processes of a parent', () => {
  async function startParent(...args: string[]) {
    const parent = spawn(process.execPath, [file.pathname, ...args], {
      stdio: ['ignore', 'pipe', 'inherit']
    })
    onTestFinished(() => void parent.kill('SIGKILL'))
    const ended = once(parent, 'exit')
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    return { parent, ended, worker: Number(line.toString()) }
  }

  test('do not keep it open, and end with it', async () => {
    const { ended, worker } = await startParent()
    expect(await ended).toEqual([0, null])
    await expect.poll(() => isRunning(worker)).toBe(false)
  })

  test('end when it is killed during a job', async () => {
    const { parent, ended, worker } = await startParent('busy')
    expect(isRunning(worker)).toBe(true)
    parent.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    await expect.poll(() => isRunning(worker)).toBe(false)
  })
})
