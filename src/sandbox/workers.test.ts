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

describe("the sandbox's processes", () => {
  test('run more jobs than there are processes, each with its own result', async () => {
    const studio = open({ size: 2 })
    const made = await Promise.all(
      [1, 2, 3, 4, 5].map(seed => studio.run('picture', { ...picture, seed }, never))
    )
    expect(new Set(made.map(bytes => Buffer.from(bytes).toString('base64'))).size).toBe(5)
  })

  test('pass on a problem of a job and continue', async () => {
    const studio = open({ size: 1 })
    await expect(studio.run('picture', { ...picture, width: 5000 }, never)).rejects.toMatchObject({
      code: 'bad_request',
      detail: expect.stringContaining('2048')
    })
    expect((await studio.run('picture', picture, never)).length).toBeGreaterThan(500)
  })

  test('drop a waiting job, and replace the process of a running one', async () => {
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

  test('fail all running and waiting jobs when they stop, and start none afterwards', async () => {
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

test('the event loop stays responsive while two videos are made', async () => {
  const studio = open({ size: 2 })
  const large = { ...clip, prompt: 'a dream of music', width: 640, height: 360, seconds: 1.2 }
  const apart = await heard(() =>
    Promise.all([1, 2].map(seed => studio.run('clip', { ...large, seed }, never)))
  )
  const alone = await heard(() => makeClip(large))
  expect(apart).toBeGreaterThan(alone * 2)
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
