import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { microToCredits } from '#core/money.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import { BYTE_ORDER_MARK, csvLine, type CsvCell } from '#core/csv.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { selectUserRuns, type UsageFilter } from '#servers/platform/usages/filter.ts'
import { metadataOf, parseStoredJson } from '#servers/platform/usages/receipt.ts'
import type { UsageReader } from '#servers/platform/usages/usages.ts'

/** The most receipts in one file, and the most in memory at a time. */
const MOST = 100_000
const PAGE = 500

const COLUMNS = [
  'id',
  'created_at',
  'finished_at',
  'service',
  'action',
  'model',
  'state',
  'status_code',
  'reason',
  'held_amount',
  'deducted_amount',
  'returned_amount',
  'fund',
  'measure',
  'application_id',
  'credential_id',
  'credential_name',
  'trace_id'
] as const

type Row = Awaited<ReturnType<typeof readPage>>[number]

/**
 * Exports a user's receipts as a CSV stream, newest first. It reads rows as the client takes them.
 * Times are UTC, amounts are credits.
 * @param most limit of receipts; the last line says if there are more
 */
export function exportUsages(
  db: Queries,
  { userId, locale }: UsageReader,
  filter: UsageFilter,
  most = MOST
): ReadableStream<Uint8Array> {
  const pages = linesOf(
    db,
    userId,
    filter,
    most,
    groupTranslator(locale, 'usage')('usage.export.more', { count: most })
  )
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pages.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pages.return(undefined)
    }
  })
}

async function* linesOf(
  db: Queries,
  userId: string,
  filter: UsageFilter,
  most: number,
  more: string
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS)
  let last: Row | undefined
  for (let left = most; left > 0;) {
    const rows = await readPage(db, userId, filter, Math.min(PAGE, left), last)
    if (rows.length > 0) yield rows.map(lineOf).join('')
    last = rows.at(-1)
    left -= rows.length
    if (rows.length < PAGE && left > 0) return
    // SQLite answers without yielding to the event loop, so other requests get their turn between
    // two pages.
    await setImmediate()
  }
  const [another] = await readPage(db, userId, filter, 1, last)
  // The line has as many cells as the others, so that strict parsers accept it.
  if (another !== undefined) yield csvLine(COLUMNS.map((_, index) => (index === 0 ? more : null)))
}

function readPage(
  db: Queries,
  userId: string,
  filter: UsageFilter,
  size: number,
  last: { created_at: number; id: string } | undefined
) {
  let query = selectUserRuns(db, userId, filter)
    .leftJoin('conversation', 'conversation.id', 'run.conversation_id')
    .leftJoin('credential', 'credential.id', 'run.credential_id')
  if (last !== undefined)
    query = query.where(sql<boolean>`(run.created_at, run.id) < (${last.created_at}, ${last.id})`)
  return query
    .select([
      'run.id',
      'run.created_at',
      'run.finished_at',
      'run.service',
      'run.action',
      'run.request',
      'run.state',
      'run.status_code'
    ])
    .select([
      'run.reason',
      'run.held',
      'run.charged',
      'run.fund',
      'run.measure',
      'run.application_id',
      'run.credential_id',
      'run.trace_id'
    ])
    .select(['conversation.model', 'credential.name as credential_name'])
    .orderBy('run.created_at', 'desc')
    .orderBy('run.id', 'desc')
    .limit(size)
    .execute()
}

function lineOf(row: Row): string {
  const { held, charged, finished_at, request, model } = row
  const cells: Record<(typeof COLUMNS)[number], CsvCell> = {
    ...row,
    created_at: new Date(row.created_at).toISOString(),
    finished_at: finished_at === null ? null : new Date(finished_at).toISOString(),
    model: metadataOf(model, parseStoredJson(request))['model'] ?? null,
    held_amount: microToCredits(held),
    deducted_amount: microToCredits(charged),
    returned_amount: finished_at === null ? 0 : microToCredits(held - charged)
  }
  return csvLine(COLUMNS.map(name => cells[name]))
}
