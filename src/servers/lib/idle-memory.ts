import { getHeapStatistics } from 'node:v8'

/** Milliseconds without a request, after which nobody waits for the collection: it takes 0.1 s. */
const QUIET = 5000

/** Bytes by which the heap must have grown to be worth a collection. */
const GROWN = 16 * 1024 * 1024

/** `note` says that a request has come. */
export type IdleMemory = { note(): void; stop(): void }

/**
 * Collects garbage when a process has had no request for a while. V8 itself does that only while
 * there is work, so an idle server would keep the memory of its last load.
 * @param collect Node's `gc`, which exists with `--expose-gc` only; without it, nothing happens
 * @param readHeap returns the used bytes of the heap
 */
export function createIdleMemory(
  collect: (() => void) | undefined = globalThis.gc && collectAll,
  readHeap = (): number => getHeapStatistics().used_heap_size
): IdleMemory {
  let kept = 0
  let timer: NodeJS.Timeout | undefined

  function look(): void {
    if (collect === undefined || readHeap() - kept < GROWN) return
    collect()
    kept = readHeap()
  }

  return {
    note() {
      if (timer === undefined) timer = setTimeout(look, QUIET).unref()
      else timer.refresh()
    },
    stop: () => clearTimeout(timer)
  }
}

/** Collects as V8 does before it runs out of memory: the freed pages go back to the machine. */
function collectAll(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
