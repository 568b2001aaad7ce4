import { isoDay } from '#core/format-span.ts'
import { clearShelfCache } from '#servers/lib/chat-shelf.ts'
import type { Context } from '#servers/lib/context.ts'

type Needs = Pick<
  Context,
  'database' | 'clock' | 'sites' | 'terms' | 'ownServices' | 'keys' | 'modelFile' | 'modelLists'
>

/** Minimum milliseconds between two checks of the models that are not in the database. */
const OUTSIDE = 1000

/**
 * Creates a function that returns the version of the content of public pages: sites, prices,
 * models, switches, featured results and packages. After a change by any process, every read that
 * begins later returns another version. Changes of the models file, and of the models that own
 * servers list, are noticed up to a second later. Exchange rates are not included.
 */
export function createContentVersion(context: Needs): () => Promise<string> {
  const { db } = context.database
  const query = db.selectFrom('shown_version').select('version').compile()
  let seen = ''
  let running: Promise<string> = Promise.resolve('')
  let next: Promise<string> | null = null

  /**
   * Drops caches that may contain values from before the change. Otherwise a page with old values
   * could be cached for the new version.
   */
  async function forget(): Promise<void> {
    context.sites.reread()
    context.terms.forget()
    context.ownServices.forget()
    clearShelfCache(context.database)
    await context.keys.reload()
  }

  let outside = { until: Number.NEGATIVE_INFINITY, version: '' }

  async function readOutside(now: number): Promise<void> {
    const [file, lists] = await Promise.all([context.modelFile.read(), context.modelLists.read()])
    outside = { until: now + OUTSIDE, version: [file.read, ...lists.keys()].join(' ') }
  }

  async function read(): Promise<string> {
    const now = context.clock.now()
    if (outside.until <= now) await readOutside(now)
    const { rows } = await db.executeQuery(query)
    const version = rows[0]?.version ?? 0
    // The version contains the day, since models are replaced at the end of one.
    const shown = `${version} ${isoDay(now)}`
    if (shown !== seen) await forget()
    seen = shown
    return `${shown} ${outside.version}`
  }

  /**
   * Begins a read that all waiting calls share. They cannot use a read that is already running,
   * since it may have missed a change.
   */
  function begin(): Promise<string> {
    next = null
    running = read()
    return running
  }

  return () => (next ??= running.then(begin, begin))
}
