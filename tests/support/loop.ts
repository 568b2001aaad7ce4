import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * How long the event loop was held at most while something ran, in milliseconds of this thread's own time: what other
 * processes of a busy machine take is not counted.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = threadTime()
  let isOver = false
  const ended = new Promise<void>(resolve => {
    const turn = (): void => {
      const now = threadTime()
      longest = Math.max(longest, now - before)
      before = now
      if (isOver) resolve()
      else setImmediate(turn)
    }
    setImmediate(turn)
  })
  try {
    await work()
  } finally {
    isOver = true
    await ended
  }
  return longest
}

/**
 * The same, tried again where it was long: a collection of garbage may fall into one try, not into each.
 * @param most milliseconds that are fine, as a machine needs them that is as quick as {@link USUAL} says
 * @returns the median of three, divided by how slow this machine is just now
 */
export async function usualTurn(most: number, work: () => Promise<unknown>): Promise<number> {
  const first = await longestTurn(work)
  if (first <= most) return first
  const others = [await longestTurn(work), await longestTurn(work)]
  const usual = [first, ...others].toSorted((a, b) => a - b)[1] ?? first
  return usual / slowness()
}

/** Milliseconds that {@link REFERENCE} takes on a machine with two cores to itself. */
const USUAL = 8

/** 1.2 MB of JSON. */
const REFERENCE = JSON.stringify(
  Array.from({ length: 20_000 }, (_, index) => ({ id: `m${index}`, text: `a "line" of words ${index}`, n: index }))
)

/** How often as long as usual this machine takes for the same work: others share its memory and its clock. At least 1. */
function slowness(): number {
  const times = Array.from({ length: 7 }, () => {
    const before = threadTime()
    JSON.stringify(JSON.parse(REFERENCE))
    return threadTime() - before
  })
  return Math.max(1, (times.toSorted((a, b) => a - b)[3] ?? 0) / USUAL)
}

/** Milliseconds that this thread has worked. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Bytes as a line brings them: in pieces, and others are heard in between. */
export function bodyInPieces(bytes: Uint8Array, size = 65_536): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    async pull(controller) {
      await nextTurn()
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, at + size))
      at += size
    }
  })
}
