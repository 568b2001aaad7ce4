import type { FeedEvent } from '#client/feed.ts'
import type { FeedChannel, FeedLocks } from '#stores/feed-tabs.ts'

/**
 * Fakes a server that keeps the events of runs and sends them to all connections, as the real one
 * does.
 */
export function createServer() {
  const runs = new Map<string, FeedEvent[]>()
  const lines = new Set<(event: FeedEvent | null) => void>()
  const connections: string[] = []
  const places = (cursor: string): Map<string, number> =>
    new Map(
      cursor
        .split('.')
        .slice(1)
        .map(entry => [entry.split(':')[0] ?? '', Number(entry.split(':')[1])])
    )

  async function* connect(cursor: string, signal: AbortSignal): AsyncGenerator<FeedEvent | null> {
    connections.push(cursor)
    const at = places(cursor)
    const queue: (FeedEvent | null)[] = []
    let wake = (): void => undefined
    const told = (event: FeedEvent): FeedEvent => {
      if (event.run !== '') at.set(event.run, event.type === 'done' ? -1 : event.seq)
      return { ...event, cursor: ['s', ...[...at].map(([run, seq]) => `${run}:${seq}`)].join('.') }
    }
    const line = (event: FeedEvent | null): void => {
      queue.push(event && told(event))
      wake()
    }
    for (const run of runs.keys()) if (!at.has(run)) at.set(run, 0)
    line({ cursor: '', type: 'ready', run: '', seq: 0, service: '', data: {} })
    for (const [run, after] of Array.from(at))
      if (after >= 0) for (const event of runs.get(run)?.slice(after) ?? []) line(event)
    lines.add(line)
    signal.addEventListener('abort', () => wake())
    try {
      while (!signal.aborted) {
        for (const event of queue.splice(0)) yield event
        if (queue.length === 0 && !signal.aborted)
          await new Promise<void>(resolve => (wake = resolve))
      }
    } finally {
      lines.delete(line)
    }
  }

  return {
    connections,
    connect: async (cursor: string, signal: AbortSignal) => connect(cursor, signal),
    say(run: string, type = 'text_delta'): void {
      const events = runs.get(run) ?? []
      runs.set(run, events)
      const event = {
        cursor: '',
        type,
        run,
        seq: events.length + 1,
        service: 'chat',
        data: { text: `${events.length + 1}` }
      }
      events.push(event)
      for (const line of lines) line(event)
    },
    beat: () => lines.forEach(line => line(null))
  }
}

/** Fakes the locks and broadcast channels of one browser. */
export function createBrowser() {
  const queue: { signal: AbortSignal; work(lost: AbortSignal): void }[] = []
  const tabs = new Set<(message: unknown) => void>()
  let holder: { lost: AbortController; entry: (typeof queue)[number] } | null = null
  /** Passes a message on to another tab. Tests may replace it to delay or repeat messages. */
  let relay = (deliver: () => void): void => deliver()

  function next(): void {
    const entry = queue.shift()
    if (entry === undefined) return
    if (entry.signal.aborted) return next()
    const lost = new AbortController()
    holder = { lost, entry }
    entry.signal.addEventListener('abort', () => {
      lost.abort()
      holder = null
      next()
    })
    entry.work(lost.signal)
  }
  const locks: FeedLocks = {
    lead(steal, signal, work) {
      const entry = { signal, work }
      if (!steal) queue.push(entry)
      else {
        queue.unshift(entry)
        if (holder !== null) {
          queue.push(holder.entry)
          holder.lost.abort()
        }
        holder = null
      }
      if (holder === null) next()
    }
  }
  function channel(): FeedChannel {
    let mine = (_: unknown): void => undefined
    return {
      hear(listener) {
        mine = listener
        tabs.add(mine)
      },
      post(message) {
        for (const tab of tabs)
          if (tab !== mine) relay(() => tabs.has(tab) && tab(structuredClone(message)))
      },
      close: () => void tabs.delete(mine)
    }
  }
  return { shared: { channel, locks }, through: (change: typeof relay) => void (relay = change) }
}
