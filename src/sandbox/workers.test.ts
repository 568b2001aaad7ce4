import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { WorkersOptions } from '#media/workers.ts'
import { makeClip } from '#sandbox/posters/clip.ts'
import type { PictureInput } from '#sandbox/posters/picture.ts'
import { createSandboxWorkers, type SandboxWorkers } from '#sandbox/workers.ts'

const opened: SandboxWorkers[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map(studio => studio.stop()))
})

function open(options?: Partial<WorkersOptions>): SandboxWorkers {
  const studio = createSandboxWorkers(options)
  opened.push(studio)
  return studio
}

const never = new AbortController().signal
const picture: PictureInput = { prompt: 'a cat', seed: 1, width: 64, height: 64, format: 'png' }
const clip = { prompt: 'a city at night', seed: 1, width: 320, height: 180, seconds: 2 }

/** Writes the file of a worker thread, for threads that break. */
const thread = (code: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; ${code}`)}`
  )

describe('the pool of threads', () => {
  test('runs more jobs than it has threads, each with its own result', async () => {
    const studio = open({ size: 2 })
    const made = await Promise.all(
      [1, 2, 3, 4, 5].map(seed => studio.run('picture', { ...picture, seed }, never))
    )
    expect(new Set(made.map(bytes => Buffer.from(bytes).toString('base64'))).size).toBe(5)
  })

  test('passes on a problem of a job and continues', async () => {
    const studio = open({ size: 1 })
    await expect(studio.run('picture', { ...picture, width: 5000 }, never)).rejects.toMatchObject({
      code: 'bad_request',
      detail: expect.stringContaining('2048')
    })
    expect((await studio.run('picture', picture, never)).length).toBeGreaterThan(500)
  })

  test('drops a waiting job, and replaces the thread of a running one', async () => {
    const studio = open({ size: 1 })
    const [running, waiting] = [new AbortController(), new AbortController()]
    const long = studio.run('clip', { ...clip, seconds: 30 }, running.signal)
    const queued = studio.run('picture', picture, waiting.signal)
    const last = studio.run('picture', picture, never)
    waiting.abort()
    await expect(queued).rejects.toMatchObject({ code: 'canceled' })
    running.abort()
    await expect(long).rejects.toMatchObject({ code: 'canceled' })
    expect((await last).length).toBeGreaterThan(500)
    await expect(studio.run('picture', picture, AbortSignal.abort())).rejects.toMatchObject({
      code: 'canceled'
    })
  })

  test.each([
    ['throws', "parentPort.on('message', () => { throw new Error('secret words') })"],
    ['exits', "parentPort.on('message', () => process.exit(3))"],
    ['cannot start', "throw new Error('secret words')"]
  ])('reports a thread that %s and starts another one', async (_, code) => {
    const studio = open({ size: 1, file: thread(code) })
    const failed = (): Promise<void> =>
      expect(studio.run('picture', picture, never)).rejects.toMatchObject({
        code: 'api_error',
        detail: expect.not.stringContaining('secret')
      })
    await failed()
    await failed()
  })

  test('ends a job that takes too long and continues', async () => {
    const code =
      "parentPort.on('message', ({ order }) => order.bytes.length ? parentPort.postMessage({ done: 'done' }) : undefined)"
    const studio = open({ size: 1, limit: 1000, file: thread(code) })
    const [stuck, short] = [0, 1].map(size =>
      studio.run('readAudio', { bytes: new Uint8Array(size) }, never)
    )
    await expect(stuck).rejects.toMatchObject({ code: 'api_error' })
    expect(await short).toBe('done')
  })

  test('serves other users before it serves the same user again', async () => {
    const code =
      "parentPort.on('message', ({ order }) => parentPort.postMessage({ done: order.bytes.length }))"
    const studio = open({ size: 1, file: thread(code) })
    const done: string[] = []
    const ask = async (person: string): Promise<void> => {
      await studio.run('readAudio', { bytes: new Uint8Array() }, never, person)
      done.push(person)
    }
    await Promise.all([...'aaaab'].map(ask))
    expect(done.join('')).toBe('abaaa')
  })

  test('ends idle threads', async () => {
    const code =
      "import { threadId } from 'node:worker_threads'; parentPort.on('message', () => parentPort.postMessage({ done: threadId }))"
    const studio = open({ size: 1, idle: 20, file: thread(code) })
    const first = await studio.run('picture', picture, never)
    const again = await studio.run('picture', picture, never)
    expect(again).toBe(first)
    await expect
      .poll(
        async () => (await sleep(60), (await studio.run('picture', picture, never)) !== first),
        {
          timeout: 20_000
        }
      )
      .toBe(true)
  })

  test('fails all running and waiting jobs when it stops, and starts none afterwards', async () => {
    const studio = open({ size: 1 })
    const jobs = [
      studio.run('clip', { ...clip, seconds: 30 }, never),
      studio.run('picture', picture, never)
    ]
    const failed = Promise.all(
      jobs.map(job => expect(job).rejects.toMatchObject({ code: 'api_error' }))
    )
    await studio.stop()
    await failed
    await expect(studio.run('picture', picture, never)).rejects.toMatchObject({ code: 'api_error' })
  })
})

test('the event loop stays responsive while threads make two videos', async () => {
  const studio = open({ size: 2 })
  const large = { ...clip, prompt: 'a dream of music', width: 640, height: 360, seconds: 1.2 }
  const threaded = await heard(() =>
    Promise.all([1, 2].map(seed => studio.run('clip', { ...large, seed }, never)))
  )
  const alone = await heard(() => makeClip(large))
  expect(threaded).toBeGreaterThan(alone * 2)
}, 60_000)

/** Returns the share of timer ticks, one every 50 ms, that run on time during some work. */
async function heard(work: () => Promise<unknown>): Promise<number> {
  let beats = 0
  const timer = setInterval(() => beats++, 50)
  const started = performance.now()
  await work()
  clearInterval(timer)
  return beats / ((performance.now() - started) / 50)
}
