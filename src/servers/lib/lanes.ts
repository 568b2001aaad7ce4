type Lane = { busy: number; waiting: Set<() => void> }

/** Limits concurrent work per key; further work waits in a queue, first come, first served. */
type Lanes = {
  /**
   * Runs the work as soon as fewer than the allowed number run for this key.
   * @param until ends the wait, but not work that has begun
   * @throws the reason of `until`, when it is aborted before the work begins; Error `busy` when the
   *   queue is full
   */
  take<T>(key: string, until: AbortSignal, work: () => Promise<T>): Promise<T>
}

/** @param limits the most work per key that runs at a time, and the most that waits */
export function createKeyedLimiter({
  running,
  waiting
}: {
  running: number
  waiting: number
}): Lanes {
  const lanes = new Map<string, Lane>()

  async function enter(lane: Lane, until: AbortSignal): Promise<void> {
    if (lane.busy < running) {
      lane.busy++
      return
    }
    if (lane.waiting.size >= waiting) throw new Error('busy')
    // Work that ends passes its place to the first in the queue, so that no later arrival takes it
    // in between.
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        lane.waiting.delete(go)
        reject(until.reason as Error)
      }
      const go = (): void => {
        until.removeEventListener('abort', giveUp)
        resolve()
      }
      until.addEventListener('abort', giveUp, { once: true })
      lane.waiting.add(go)
    })
  }

  function leave(key: string, lane: Lane): void {
    const [next] = lane.waiting
    if (next !== undefined) {
      lane.waiting.delete(next)
      next()
    } else if (--lane.busy === 0) lanes.delete(key)
  }

  return {
    async take(key, until, work) {
      until.throwIfAborted()
      const lane = lanes.get(key) ?? { busy: 0, waiting: new Set() }
      lanes.set(key, lane)
      await enter(lane, until)
      try {
        return await work()
      } finally {
        leave(key, lane)
      }
    }
  }
}
