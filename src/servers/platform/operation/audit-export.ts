import { setImmediate } from 'node:timers/promises'
import { Readable } from 'node:stream'
import type { AuditExportQuery } from '#contract/operation.ts'
import { readAuditHead } from '#servers/lib/audit-chain.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Links in memory at a time. */
const PAGE = 500

const DAY = 86_400_000

/**
 * Exports the audit log as JSON Lines, the oldest link first. It reads rows as the client takes them.
 * The last line has the end of the chain, so that a later check can find that the end was removed.
 * @param now unix milliseconds
 */
export function exportAudit(
  db: Queries,
  range: AuditExportQuery,
  now: number
): ReadableStream<Uint8Array> {
  const lines = Readable.from(linesOf(db, range, now), { objectMode: false })
  return Readable.toWeb(lines) as ReadableStream<Uint8Array>
}

async function* linesOf(db: Queries, range: AuditExportQuery, now: number): AsyncGenerator<string> {
  const head = await readAuditHead(db)
  const { first, last } = await readRange(db, range, head.position)
  let previous = await readHash(db, first - 1)
  for (let next = first; next <= last;) {
    const rows = await readPage(db, next, last)
    const lines = rows.map(row => {
      const line = lineOf(row, previous)
      previous = row.hash
      return line
    })
    if (lines.length > 0) yield lines.join('')
    if (rows.length < PAGE) break
    next = (rows.at(-1)?.position ?? last) + 1
    // SQLite answers without yielding to the event loop, so other requests get their turn between
    // two pages.
    await setImmediate()
  }
  const { position, hash } = head
  yield toLine({ head: { position, hash }, exported_at: new Date(now).toISOString() })
}

/**
 * Finds the first and the last link of a period. All links between them are exported, also where
 * clocks of processes differ, since the chain must have no gaps.
 */
async function readRange(
  db: Queries,
  { from, to }: AuditExportQuery,
  end: number
): Promise<{ first: number; last: number }> {
  const links = db.selectFrom('audit_link').select('position')
  const opening =
    from === undefined
      ? { position: 1 }
      : await links
          .where('created_at', '>=', Date.parse(from))
          .orderBy('created_at')
          .orderBy('position')
          .executeTakeFirst()
  const closing =
    to === undefined
      ? { position: end }
      : await links
          .where('created_at', '<', Date.parse(to) + DAY)
          .orderBy('created_at', 'desc')
          .orderBy('position', 'desc')
          .executeTakeFirst()
  return { first: opening?.position ?? end + 1, last: closing?.position ?? 0 }
}

async function readHash(db: Queries, position: number): Promise<string> {
  const link = db.selectFrom('audit_link').select('hash').where('position', '=', position)
  return (await link.executeTakeFirst())?.hash ?? ''
}

type LinkRow = Awaited<ReturnType<typeof readPage>>[number]

function readPage(db: Queries, first: number, last: number) {
  return db
    .selectFrom('audit_link as link')
    .leftJoin('audit', 'audit.id', 'link.audit_id')
    .select(['link.position', 'link.event', 'link.audit_id', 'link.digest', 'link.hash'])
    .select('link.created_at as linked_at')
    .selectAll('audit')
    .where('link.position', '>=', first)
    .where('link.position', '<=', last)
    .orderBy('link.position')
    .limit(PAGE)
    .execute()
}

/** Target and changes are the exact texts that the digest covers. */
function lineOf(row: LinkRow, previous: string): string {
  const { position, event, audit_id, digest, linked_at, hash } = row
  const { user_id, origin, method, path, target, changes, trace_id, salt } = row
  const entry =
    event === 'begun' && row.id !== null
      ? { entry: { user_id, origin, method, path, target, changes, trace_id, salt } }
      : {}
  const created_at = new Date(linked_at).toISOString()
  return toLine({ position, event, id: audit_id, created_at, ...entry, digest, previous, hash })
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}
