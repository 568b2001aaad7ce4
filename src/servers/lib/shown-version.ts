import { forgetShelf } from '#servers/lib/chat-shelf.ts'
import type { Context } from '#servers/lib/context.ts'

type Needs = Pick<
  Context,
  'database' | 'clock' | 'sites' | 'terms' | 'ownServices' | 'keys' | 'modelFile' | 'modelLists'
>

/** Milliseconds in which the models outside of the database are looked at once. */
const OUTSIDE = 1000

/**
 * Creates a reader of the version of what public pages show: sites, prices, models, switches,
 * featured results and packages. It differs after every change by any process, in the first read
 * that begins afterwards; for a file of models, and models that own servers list, a second later.
 * Exchange rates are not part of it.
 */
export function createShownVersion(context: Needs): () => Promise<string> {
  const { db } = context.database
  const query = db.selectFrom('shown_version').select('version').compile()
  let seen = -1
  let running: Promise<string> = Promise.resolve('')
  let next: Promise<string> | null = null

  /** Caches may still hold what another process has replaced: a page would show it for ever. */
  async function forget(): Promise<void> {
    context.sites.reread()
    context.terms.forget()
    context.ownServices.forget()
    forgetShelf(context.database)
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
    if (version !== seen) await forget()
    seen = version
    // Models retire on a day.
    const day = new Date(now).toISOString().slice(0, 10)
    return [version, day, outside.version].join(' ')
  }

  /** Waiting calls share the next read. A read that began before a call may have missed a change. */
  function begin(): Promise<string> {
    next = null
    running = read()
    return running
  }

  return () => (next ??= running.then(begin, begin))
}
