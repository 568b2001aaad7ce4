import { BrokenStream } from '#client/event-lines.ts'
import { cursorWithRun, type FeedEvent } from '#client/feed.ts'
import { toProblem, type Problem } from '#core/problem.ts'

/**
 * Milliseconds before each attempt to reconnect; the last value applies to all further attempts.
 * The attempts count from 0 again once anything but `ready` has arrived.
 */
const PAUSES = [300, 1000, 2000, 4000, 8000, 15_000]

export type FeedConnector = (
  cursor: string,
  signal: AbortSignal
) => Promise<AsyncIterable<FeedEvent | null>>

type Options = {
  connect: FeedConnector
  /** The cursor to read from. */
  cursor: string
  /** Receives each event, and null for a heartbeat. */
  hear(event: FeedEvent | null): void
  /** Called when the server refuses the feed, so that retrying is useless. */
  fail(problem: Problem): void
}

/** The connection to the feed. It reconnects as often as needed and resumes where it was. */
export type FeedConnection = {
  /**
   * Reads a run again from the event after `after`. Calls within 20 ms share one new connection.
   */
  rewind(run: string, after: number): void
  /** Reconnects now, unless something arrived within the last `stale` milliseconds. */
  hurry(stale: number): void
  close(): void
}

export function openFeedConnection(options: Options): FeedConnection {
  return new FeedLine(options)
}

class FeedLine implements FeedConnection {
  readonly #options: Options
  readonly #closing = new AbortController()
  /** The runs to be read again: by id, the number of the event after which to begin. */
  readonly #wished = new Map<string, number>()
  #cursor: string
  #tries = 0
  #heardAt = 0
  #connection = new AbortController()
  #wake = (): void => undefined
  #soon: ReturnType<typeof setTimeout> | undefined

  constructor(options: Options) {
    this.#options = options
    this.#cursor = options.cursor
    void this.#keep()
  }

  rewind(run: string, after: number): void {
    this.#wished.set(run, Math.min(after, this.#wished.get(run) ?? after))
    clearTimeout(this.#soon)
    this.#soon = setTimeout(() => this.#reconnect(), 20)
  }

  hurry(stale: number): void {
    if (Date.now() - this.#heardAt >= stale) this.#reconnect()
  }

  close(): void {
    this.#closing.abort()
    clearTimeout(this.#soon)
    this.#reconnect()
  }

  #reconnect(): void {
    this.#connection.abort()
    this.#wake()
  }

  async #keep(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const connection = new AbortController()
      this.#connection = connection
      const problem = await this.#read(connection.signal).then(() => null, toProblem)
      if (this.#closing.signal.aborted) return
      if (connection.signal.aborted || problem === null) continue
      if (problem.status === 401) return this.#options.fail(problem)
      if (problem.code === 'bad_request') this.#cursor = ''
      const pause = PAUSES[Math.min(this.#tries++, PAUSES.length - 1)] ?? 0
      await this.#rest(Math.max(pause * (1 + Math.random() / 2), (problem.retryAfter ?? 0) * 1000))
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    for (const [run, after] of this.#wished) this.#cursor = cursorWithRun(this.#cursor, run, after)
    this.#wished.clear()
    for await (const event of await this.#options.connect(this.#cursor, signal)) {
      if (signal.aborted) return
      this.#heardAt = Date.now()
      // Only a real event resets the count. Otherwise, a server that opens a connection and closes
      // it at once would be asked again without growing pauses.
      if (event?.type !== 'ready') this.#tries = 0
      this.#cursor = event?.cursor ?? this.#cursor
      this.#options.hear(event)
    }
    throw new BrokenStream('the feed broke off')
  }

  #rest(milliseconds: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, milliseconds)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
