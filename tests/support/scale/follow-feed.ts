import { setTimeout as wait } from 'node:timers/promises'
import { readEventStream, send } from './call.ts'
import type { Cluster } from './cluster.ts'

export type FollowedFeed = {
  /** Types of the last events, by run. */
  ended: ReadonlyMap<string, string>
  /** How often the reader returned with its cursor. */
  returns: number
  /** Events that came twice, late or not at all. */
  failures: string[]
  stop(): Promise<void>
}

type FeedEvent = { type: string; run_id?: string; seq?: number }

/** Reads a user's feed, and returns with its cursor whenever it breaks off, to any process. */
export function followFeed({ origins }: Cluster, token: string): FollowedFeed {
  const leaving = new AbortController()
  const [seen, ended] = [new Map<string, number>(), new Map<string, string>()]
  let cursor = ''
  const feed: FollowedFeed = {
    ended,
    returns: 0,
    failures: [],
    async stop() {
      leaving.abort()
      await reading
    }
  }

  function take({ type, run_id: run, seq = 0 }: FeedEvent): void {
    if (run === undefined) return
    const before = seen.get(run) ?? 0
    if (seq !== before + 1 || ended.has(run))
      feed.failures.push(`run ${run}: ${type} ${seq} came after ${before}`)
    seen.set(run, seq)
    if (type === 'done' || type === 'error' || type === 'gone') ended.set(run, type)
  }

  async function read(): Promise<void> {
    const headers: Record<string, string> = cursor === '' ? {} : { 'last-event-id': cursor }
    const sent = { token, headers, signal: leaving.signal }
    const answer = await send(`${origins.api}/events`, sent)
    if (answer.statusCode !== 200) throw new Error(`the feed answered ${answer.statusCode}`)
    for await (const { id, data } of readEventStream(answer)) {
      cursor = id
      take(JSON.parse(data) as FeedEvent)
    }
  }

  async function readOn(): Promise<void> {
    while (!leaving.signal.aborted) {
      await read().catch(() => undefined)
      if (leaving.signal.aborted) return
      feed.returns++
      await wait(100)
    }
  }
  const reading = readOn()
  return feed
}
