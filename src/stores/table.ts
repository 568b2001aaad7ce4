import { atom, type ReadableAtom } from 'nanostores'
import { requestJson } from '#client/call.ts'
import type { FeedEvent } from '#client/feed.ts'
import { callerHeaders } from '#client/headers.ts'
import { pageHub } from '#client/page-hub.ts'
import { toProblem, type Problem } from '#core/problem.ts'
import type { TableQuery } from '#core/table-query.ts'
import { userFeed } from '#stores/person-feed.ts'
import { createResetCheck } from '#stores/persisted.ts'
import { withUserToken } from '#stores/renewal.ts'

/**
 * The rows that were loaded last, and the current query. `problem` is set if its rows failed to
 * load.
 */
export type TableRows<Row> = {
  query: TableQuery
  items: readonly Row[]
  count: number
  busy: boolean
  problem: Problem | null
}

type Options<Row> = {
  /** Path below `/api/v1/`. */
  path: string
  size: number
  /** Returns the request's parameters for a query, except `limit` and `offset`. */
  ask(query: TableQuery): Record<string, string>
  /** The rows that the page was rendered with. */
  first: { query: TableQuery; items: readonly Row[]; count: number }
}

/**
 * After an event, a table waits this long for further ones before it reloads its rows, in
 * milliseconds.
 */
const PAUSE = 150

/** A paged list of the platform that follows changes. */
type Table<Row> = {
  $rows: ReadableAtom<TableRows<Row>>
  /**
   * Loads the rows of another query. The current rows stay until the new ones arrive. Of several
   * calls, only the last one counts.
   */
  show(query: TableQuery): Promise<void>
  /** Reloads the same rows. */
  renew(): Promise<void>
  /**
   * Reloads the rows on each event that `matchesTopics` accepts.
   * @returns a function that stops it
   */
  watch(isAbout: (event: FeedEvent) => boolean): () => void
}

export function createTable<Row>({ path, size, ask, first }: Options<Row>): Table<Row> {
  const $rows = atom<TableRows<Row>>({ ...first, busy: false, problem: null })
  let reading = new AbortController()

  async function load(query: TableQuery, quiet: boolean): Promise<void> {
    reading.abort()
    const mine = new AbortController()
    reading = mine
    const stays = createResetCheck()
    const before = $rows.get()
    $rows.set({ ...before, query, busy: !quiet, problem: quiet ? before.problem : null })
    try {
      const { items, count } = await read(query, mine.signal)
      if (mine.signal.aborted || !stays()) return
      // The page may no longer exist, because rows were deleted. Then load the last page that does.
      const last = Math.max(1, Math.ceil(count / size))
      if (items.length === 0 && query.page > last)
        return await load({ ...query, page: last }, quiet)
      $rows.set({ query, items, count, busy: false, problem: null })
    } catch (thrown) {
      if (mine.signal.aborted || !stays()) return
      $rows.set({ ...$rows.get(), busy: false, ...(!quiet && { problem: toProblem(thrown) }) })
    }
  }

  function read(query: TableQuery, signal: AbortSignal): Promise<{ items: Row[]; count: number }> {
    const asked = { ...ask(query), limit: String(size), offset: String((query.page - 1) * size) }
    const url = `${pageHub().hosts.platform}/api/v1/${path}?${new URLSearchParams(asked)}`
    return withUserToken(token =>
      requestJson(url, { token, signal, headers: callerHeaders('platform') })
    )
  }

  return {
    $rows,
    show: query => load(query, false),
    renew: () => load($rows.get().query, true),
    watch(isAbout) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const feed = userFeed()
      const hear = (event: FeedEvent): void => {
        if (!isAbout(event)) return
        clearTimeout(timer)
        timer = setTimeout(() => void load($rows.get().query, true), PAUSE)
      }
      const forgets = [feed.listen(hear), feed.watch(hear)]
      feed.start()
      return () => {
        clearTimeout(timer)
        for (const forget of forgets) forget()
      }
    }
  }
}
