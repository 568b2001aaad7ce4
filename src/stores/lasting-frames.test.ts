import { expect, test, vi } from 'vitest'
import { BrokenStream } from '#client/chat-stream.ts'
import { ToldProblem } from '#client/problem.ts'
import type { ChatFrame } from '#contract/conversation.ts'
import { Problem } from '#core/problem.ts'
import { lastingFrames, type Frames } from '#stores/lasting-frames.ts'

const frame = (seq: number): ChatFrame => ({ id: 'c1', seq, type: 'text_delta', delta_answer: `${seq} ` })

async function* stream(seqs: readonly number[], end?: Error): Frames {
  for (const seq of seqs) yield frame(seq)
  if (end !== undefined) throw end
}

const lost = (): Error => new BrokenStream('lost')
const rest = async (): Promise<void> => undefined

async function read(frames: Frames): Promise<{ seqs: number[]; problem: unknown }> {
  const seqs: number[] = []
  try {
    for await (const { seq } of frames) seqs.push(seq)
    return { seqs, problem: null }
  } catch (problem) {
    return { seqs, problem }
  }
}

test('a lost stream is taken up behind its last frame, and each frame comes once', async () => {
  const connections = [stream([2, 3, 4], lost()), stream([4, 5, 6])]
  const follow = vi.fn(async () => connections.shift() ?? stream([]))
  const { seqs, problem } = await read(lastingFrames({ open: async () => stream([1, 2], lost()), follow, rest }))
  expect(seqs).toEqual([1, 2, 3, 4, 5, 6])
  expect(problem).toBeNull()
  expect(follow.mock.calls).toEqual([
    ['c1', 2],
    ['c1', 4]
  ])
})

test('one that is offline for a while is waited for', async () => {
  const offline = async (): Promise<Frames> => Promise.reject(new Problem('unknown', { detail: 'offline' }))
  const follow = vi
    .fn()
    .mockImplementationOnce(offline)
    .mockImplementationOnce(offline)
    .mockResolvedValue(stream([3]))
  expect((await read(lastingFrames({ open: async () => stream([1, 2], lost()), follow, rest }))).seqs).toEqual([1, 2, 3])
})

test('one that stays lost is given up, and the tries begin anew with each frame', async () => {
  const waits: number[] = []
  let seq = 1
  const follow = async (): Promise<Frames> => (seq < 4 ? stream([++seq], lost()) : stream([], lost()))
  const { seqs, problem } = await read(
    lastingFrames({ open: async () => stream([1], lost()), follow, rest: async wait => void waits.push(wait) })
  )
  expect(seqs).toEqual([1, 2, 3, 4])
  expect(problem).toBeInstanceOf(BrokenStream)
  expect(waits).toHaveLength(9)
})

test('the answer’s own failure ends it', async () => {
  const used = new ToldProblem('used_up', { sentence: 'Nothing left.', traceId: 't1' })
  const follow = vi.fn()
  expect(await read(lastingFrames({ open: async () => stream([1], used), follow, rest }))).toEqual({ seqs: [1], problem: used })
  expect(follow).not.toHaveBeenCalled()
})

test('a question that may not have come through is not followed: nobody knows where', async () => {
  const follow = vi.fn()
  const { problem } = await read(lastingFrames({ open: async () => stream([], lost()), follow, rest }))
  expect(problem).toBeInstanceOf(BrokenStream)
  expect(follow).not.toHaveBeenCalled()
})

test('an answer in a known conversation is followed from its first connection on', async () => {
  const open = async (): Promise<Frames> => Promise.reject(lost())
  expect((await read(lastingFrames({ open, follow: async () => stream([1, 2]), id: 'c1', rest }))).seqs).toEqual([1, 2])
})
