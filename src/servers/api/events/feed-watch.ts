import { setImmediate as nextTurn } from 'node:timers/promises'
import { MAX_CLOCK_SKEW_MS } from '#servers/api/events/cursor.ts'
import {
  changedTopics,
  hasOtherRuns,
  readAccountStates,
  type AccountState,
  type AccountTopic
} from '#servers/api/events/standing.ts'
import type { Context } from '#servers/lib/context.ts'

/** Milliseconds between two searches for changes that were not announced. */
const LOOK_EVERY = 2000

/** Maximum users in one statement. Other requests are answered between two of them. */
const MAX_USERS = 250

/** A user's changes since the last search. */
export type AccountNews = { hasRuns: boolean; topics: AccountTopic[] }

type Watched = { state: AccountState | null; listeners: Set<(news: AccountNews) => void> }

/**
 * Searches for changes of all users who have an open feed in this process. They are read together,
 * since a statement for each feed would cost a processor some thousand feeds that nothing happens in.
 */
export class FeedWatch {
  readonly #needs: Pick<Context, 'database' | 'clock' | 'log'>
  readonly #users = new Map<string, Watched>()
  #timer: NodeJS.Timeout | undefined
  #isLooking = false

  constructor(needs: Pick<Context, 'database' | 'clock' | 'log'>) {
    this.#needs = needs
  }

  /**
   * Calls back after each search that found changes of a user.
   * @returns removes the listener
   */
  add(userId: string, listener: (news: AccountNews) => void): () => void {
    const watched = this.#users.get(userId) ?? { state: null, listeners: new Set() }
    this.#users.set(userId, watched)
    watched.listeners.add(listener)
    this.#timer ??= setInterval(() => void this.#look(), LOOK_EVERY)
    return () => {
      watched.listeners.delete(listener)
      if (watched.listeners.size === 0) this.#users.delete(userId)
      if (this.#users.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  /** Reads the state of a user who is new here, so that every later change is noticed. */
  async ready(userId: string): Promise<void> {
    if (this.#users.get(userId)?.state === null) await this.#read([userId])
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      const users = [...this.#users.keys()]
      for (let at = 0; at < users.length; at += MAX_USERS) {
        if (at > 0) await nextTurn()
        await this.#read(users.slice(at, at + MAX_USERS))
      }
    } catch (error) {
      this.#needs.log.warn({ err: error }, 'feeds could not look for changes; they try again')
    } finally {
      this.#isLooking = false
    }
  }

  async #read(userIds: readonly string[]): Promise<void> {
    const { database, clock } = this.#needs
    // A search may be late, and clocks of processes differ.
    const since = clock.now() - 2 * MAX_CLOCK_SKEW_MS
    for (const [id, now] of await readAccountStates(database.db, userIds, since)) {
      const watched = this.#users.get(id)
      if (watched === undefined) continue
      const before = watched.state
      watched.state = now
      if (before === null) continue
      const news = { hasRuns: hasOtherRuns(before, now), topics: changedTopics(before, now) }
      if (news.hasRuns || news.topics.length > 0) for (const tell of watched.listeners) tell(news)
    }
  }
}
