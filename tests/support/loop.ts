import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Measures the longest time for which `work` blocks the event loop. It counts only CPU time of this
 * thread, so other processes of a busy machine do not matter.
 * @returns milliseconds
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
 * Like {@link longestTurn}, but repeats a slow measurement, since garbage collection may hit one
 * measurement but not each.
 * @param most limit in milliseconds, for a machine as fast as {@link USUAL} says
 * @returns the median of three, divided by how slow this machine is at the moment
 */
export async function usualTurn(most: number, work: () => Promise<unknown>): Promise<number> {
  const first = await longestTurn(work)
  if (first <= most) return first
  const others = [await longestTurn(work), await longestTurn(work)]
  const usual = [first, ...others].toSorted((a, b) => a - b)[1] ?? first
  return usual / slowness()
}

/** Milliseconds that {@link REFERENCE} takes on an otherwise idle machine with two cores. */
const USUAL = 8

/** A JSON text of 1.2 MB. */
const REFERENCE = JSON.stringify(
  Array.from({ length: 20_000 }, (_, index) => ({
    id: `m${index}`,
    text: `a "line" of words ${index}`,
    n: index
  }))
)

/**
 * Returns how much slower this machine is than usual, at least 1: others share its memory and CPU.
 */
function slowness(): number {
  const times = Array.from({ length: 7 }, () => {
    const before = threadTime()
    JSON.stringify(JSON.parse(REFERENCE))
    return threadTime() - before
  })
  return Math.max(1, (times.toSorted((a, b) => a - b)[3] ?? 0) / USUAL)
}

/** Returns the CPU time of this thread in milliseconds. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Splits bytes into chunks as a connection delivers them, with other work in between. */
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
