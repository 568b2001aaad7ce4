import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Polled, Submission } from '#core/provider.ts'
import { createSandboxMedia, type SandboxMedia } from '#providers/sandbox.ts'

const submission: Submission = { runId: 'run', userId: 'ada', action: 'images', values: { prompt: 'x' }, earlier: {} }
const upstream = { fetch, baseURL: '', apiKey: '', signal: new AbortController().signal }

/** A provider whose work never ends by itself, and what became of it; its clock is set by hand. */
function open(patience: number): { media: SandboxMedia; begun: AbortSignal[]; people: unknown[]; clock: { now: number } } {
  const [begun, people, clock] = [[] as AbortSignal[], [] as unknown[], { now: 1000 }]
  const run = (_kind: unknown, _order: unknown, signal: AbortSignal, person?: string): Promise<never> => {
    begun.push(signal)
    people.push(person)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
  }
  const media = createSandboxMedia({
    service: { images: { seconds: 1, make: async (_, studio) => [(await studio.run('readAudio', { bytes: new Uint8Array() })) as never] } },
    workers: { run },
    read: async () => new Uint8Array(),
    patience: () => patience,
    now: () => clock.now
  })
  return { media, begun, people, clock }
}

const code = (polled: Polled): unknown => (polled.status === 'failed' ? polled.problem.code : polled.status)

test('work is a person’s, and ends when it is stopped: nobody begins it again', async () => {
  const { media, begun, people } = open(60_000)
  const reference = await media.submit(submission, upstream)
  expect([code(await media.poll(reference, upstream)), people]).toEqual(['pending', ['ada']])
  expect(await media.cancel?.(reference, upstream)).toBe(true)
  expect(begun[0]?.aborted).toBe(true)
  await sleep(1)
  expect([code(await media.poll(reference, upstream)), begun.length]).toEqual(['canceled', 1])
})

test('work ends at its deadline, whether or not anybody looks', async () => {
  const { media, begun, clock } = open(20)
  const reference = await media.submit(submission, upstream)
  await expect.poll(() => begun[0]?.aborted).toBe(true)
  await sleep(1)
  expect(code(await media.poll(reference, upstream))).not.toBe('pending')
  clock.now += 20
  expect(code(await media.poll(reference, upstream))).toBe('timeout')
  expect(begun).toHaveLength(1)
})

test('another process takes up what still has time', async () => {
  const { media, clock } = open(1000)
  const reference = await media.submit(submission, upstream)
  const [later, late] = [open(1000), open(1000)]
  later.clock.now = clock.now + 999
  late.clock.now = clock.now + 1000
  expect(code(await later.media.poll(reference, upstream))).toBe('pending')
  expect([code(await late.media.poll(reference, upstream)), late.begun]).toEqual(['timeout', []])
})
