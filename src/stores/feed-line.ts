import { BrokenStream } from '#client/event-lines.ts'
import { withRun, type FeedEvent } from '#client/feed.ts'
import { toProblem, type Problem } from '#core/problem.ts'

/**
 * Milliseconds before each attempt to reconnect; the last value applies to all further attempts.
 * The count resets once anything but `ready` has arrived.
 */
const PAUSES = [300, 1000, 2000, 4000, 8000, 15_000]

export type Connect = (
  cursor: string,
  signal: AbortSignal
) => Promise<AsyncIterable<FeedEvent | null>>

type Options = {
  connect: Connect
  /** The cursor to read from. */
  cursor: string
  /** Receives each event, and null for a heartbeat. */
  hear(event: FeedEvent | null): void
  /** Called when the server refuses the feed, so that retrying is useless. */
  fail(problem: Problem): void
}

/** The connection to the feed. It reconnects as often as needed and resumes where it was. */
export type Line = {
  /**
   * Reads a run again from the event after `after`. Calls within 20 ms share one new connection.
   */
  rewind(run: string, after: number): void
  /** Reconnects now, unless something arrived within the last `stale` milliseconds. */
  hurry(stale: number): void
  close(): void
}

export function openLine({ connect, cursor: from, hear, fail }: Options): Line {
  const wished = new Map<string, number>()
  let cursor = from
  const closing = new AbortController()
  let [tries, heardAt] = [0, 0]
  let connection = new AbortController()
  let wake = (): void => undefined
  let soon: ReturnType<typeof setTimeout> | undefined

  async function read({ signal }: AbortController): Promise<void> {
    for (const [run, after] of wished) cursor = withRun(cursor, run, after)
    wished.clear()
    for await (const event of await connect(cursor, signal)) {
      if (signal.aborted) return
      heardAt = Date.now()
      // A server that only opens and closes connections must not be retried without increasing
      // pauses.
      if (event?.type !== 'ready') tries = 0
      cursor = event?.cursor ?? cursor
      hear(event)
    }
    throw new BrokenStream('the feed broke off')
  }

  async function keep(): Promise<void> {
    while (!closing.signal.aborted) {
      connection = new AbortController()
      const problem = await read(connection).then(() => null, toProblem)
      if (closing.signal.aborted) return
      if (connection.signal.aborted || problem === null) continue
      if (problem.status === 401) return fail(problem)
      if (problem.code === 'bad_request') cursor = ''
      const pause = PAUSES[Math.min(tries++, PAUSES.length - 1)] ?? 0
      await rest(Math.max(pause * (1 + Math.random() / 2), (problem.retryAfter ?? 0) * 1000))
    }
  }

  function rest(milliseconds: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function anew(): void {
    connection.abort()
    wake()
  }

  void keep()
  return {
    rewind(run, after) {
      wished.set(run, Math.min(after, wished.get(run) ?? after))
      clearTimeout(soon)
      soon = setTimeout(anew, 20)
    },
    hurry(stale) {
      if (Date.now() - heardAt >= stale) anew()
    },
    close() {
      closing.abort()
      clearTimeout(soon)
      anew()
    }
  }
}
