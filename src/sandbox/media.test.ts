import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { PollResult, Submission } from '#core/provider.ts'
import { createSandboxMedia, type SandboxMedia } from '#sandbox/media.ts'

const submission: Submission = {
  runId: 'run',
  userId: 'ada',
  action: 'images',
  values: { prompt: 'x' },
  earlier: {}
}
const upstream = { fetch, baseURL: '', apiKey: '', signal: new AbortController().signal }

/**
 * Creates a provider whose work never ends on its own, and records that work. Tests set its clock
 * by hand.
 */
function open(patience: number): {
  media: SandboxMedia
  begun: AbortSignal[]
  people: unknown[]
  clock: { now: number }
} {
  const [begun, people, clock] = [[] as AbortSignal[], [] as unknown[], { now: 1000 }]
  const run = (
    _kind: unknown,
    _order: unknown,
    signal: AbortSignal,
    person?: string
  ): Promise<never> => {
    begun.push(signal)
    people.push(person)
    return new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('stopped')))
    )
  }
  const media = createSandboxMedia({
    service: {
      images: {
        seconds: 1,
        make: async (_, studio) => [
          (await studio.run('readAudio', { bytes: new Uint8Array() })) as never
        ]
      }
    },
    workers: { run },
    read: async () => new Uint8Array(),
    patience: () => patience,
    now: () => clock.now
  })
  return { media, begun, people, clock }
}

const code = (polled: PollResult): unknown =>
  polled.status === 'failed' ? polled.problem.code : polled.status

test('work runs for its user, and a poll after a cancel does not restart it', async () => {
  const { media, begun, people } = open(60_000)
  const reference = await media.submit(submission, upstream)
  expect([code(await media.poll(reference, upstream)), people]).toEqual(['pending', ['ada']])
  expect(await media.cancel?.(reference, upstream)).toBe(true)
  expect(begun[0]?.aborted).toBe(true)
  await sleep(1)
  expect([code(await media.poll(reference, upstream)), begun.length]).toEqual(['canceled', 1])
})

test('work ends at its deadline, whether or not anybody polls', async () => {
  const { media, begun, clock } = open(20)
  const reference = await media.submit(submission, upstream)
  await expect.poll(() => begun[0]?.aborted).toBe(true)
  await sleep(1)
  expect(code(await media.poll(reference, upstream))).not.toBe('pending')
  clock.now += 20
  expect(code(await media.poll(reference, upstream))).toBe('timeout')
  expect(begun).toHaveLength(1)
})

test('another process resumes work only while it still has time', async () => {
  const { media, clock } = open(1000)
  const reference = await media.submit(submission, upstream)
  const [later, late] = [open(1000), open(1000)]
  later.clock.now = clock.now + 999
  late.clock.now = clock.now + 1000
  expect(code(await later.media.poll(reference, upstream))).toBe('pending')
  expect([code(await late.media.poll(reference, upstream)), late.begun]).toEqual(['timeout', []])
})
