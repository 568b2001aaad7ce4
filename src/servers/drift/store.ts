import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Difference } from '#servers/drift/find-differences.ts'
import { clearShelfCache } from '#servers/lib/chat-shelf.ts'
import type { Context } from '#servers/lib/context.ts'
import type { DriftTable } from '#servers/lib/database/operation-tables.ts'

/**
 * Milliseconds for which a resolved difference is kept, so that it is not emailed again when it
 * reappears.
 */
const KNOWN_FOR = 400 * 24 * 3_600_000

/** Most differences that a page shows. */
const MOST = 500

/** The id of the row that says when the last check began and ended. */
const CHECK = 'check'

type Needs = Pick<Context, 'database' | 'clock'>
export type DriftRow = Selectable<DriftTable>

/**
 * Claims a check, so that only one process at a time does it.
 * @param pause milliseconds that must have passed since the last check began
 * @returns false if another check began later than that
 */
export async function claimCheck({ database, clock }: Needs, pause: number): Promise<boolean> {
  const now = clock.now()
  const blank = { vendor: '', model: '', value: '', replaced: '[]' }
  const claimed = await database.db
    .insertInto('drift')
    .values({ id: CHECK, kind: 'check', ...blank, open: 0, first_at: now, seen_at: now })
    .onConflict(conflict =>
      conflict
        .column('id')
        .doUpdateSet({ seen_at: now })
        .where('drift.seen_at', '<=', now - pause)
    )
    .executeTakeFirst()
  return (claimed.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Stores the differences that a check found. Open differences stay open if their list could not be
 * read.
 * @returns the differences that no earlier check found
 */
export async function storeDifferences(
  { database, clock }: Needs,
  found: readonly Difference[]
): Promise<Difference[]> {
  const now = clock.now()
  const unread = found.filter(({ kind, model }) => kind === 'unread' && model === '')
  const byId = new Map(found.map(each => [idOf(each), each]))
  const added = await database.transaction(async tx => {
    const rows = await tx.selectFrom('drift').selectAll().where('kind', '!=', 'check').execute()
    const known = new Set(rows.map(({ id }) => id))
    const fresh = [...byId].filter(([id]) => !known.has(id))
    for (const [id, { kind, vendor, model, value, replaced = [] }] of fresh)
      await tx
        .insertInto('drift')
        .values({
          id,
          kind,
          vendor,
          model,
          value,
          replaced: JSON.stringify(replaced),
          open: 1,
          first_at: now,
          seen_at: now
        })
        .execute()
    for (const row of rows) {
      const seen = byId.get(row.id)
      if (seen === undefined && row.open === 0) continue
      const stays = seen !== undefined || isUnread(row, unread)
      const replaced = seen === undefined ? row.replaced : JSON.stringify(seen.replaced ?? [])
      await tx
        .updateTable('drift')
        .set({ open: stays ? 1 : 0, replaced, ...(seen !== undefined && { seen_at: now }) })
        .where('id', '=', row.id)
        .execute()
    }
    await tx
      .deleteFrom('drift')
      .where('open', '=', 0)
      .where('kind', '!=', 'check')
      .where('seen_at', '<', now - KNOWN_FOR)
      .execute()
    await tx
      .updateTable('drift')
      .set({ value: String(now) })
      .where('id', '=', CHECK)
      .execute()
    return fresh.map(([, each]) => each)
  })
  clearShelfCache(database)
  return added
}

/** Tells whether the list from which a difference came could not be read this time. */
function isUnread({ kind, vendor }: DriftRow, unread: readonly Difference[]): boolean {
  if (kind === 'unread') return false
  const source = kind === 'price' ? '' : vendor
  return unread.some(each => each.vendor === source)
}

/**
 * Returns the open differences, oldest first, and the end of the last check in unix milliseconds.
 */
export async function readDrift({
  database
}: Pick<Needs, 'database'>): Promise<{ rows: DriftRow[]; checkedAt: number | null }> {
  const rows = await database.db
    .selectFrom('drift')
    .selectAll()
    .where(eb => eb.or([eb('open', '=', 1), eb('kind', '=', 'check')]))
    .orderBy('first_at')
    .orderBy('id')
    .limit(MOST)
    .execute()
  const ended = rows.find(({ kind }) => kind === 'check')?.value ?? ''
  return {
    rows: rows.filter(({ kind }) => kind !== 'check'),
    checkedAt: ended === '' ? null : Number(ended)
  }
}

function idOf({ kind, vendor, model, value }: Difference): string {
  const text = JSON.stringify([kind, vendor, model, value])
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
