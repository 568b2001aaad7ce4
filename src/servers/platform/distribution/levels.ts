import type { Selectable } from 'kysely'
import { REFERRAL_LEVELS } from '#catalog/levels.ts'
import type { ChangeLevel, DistributionLevel } from '#contract/distribution.ts'
import { dollarsToCents, centsToDollars } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { Cents, DistributionLevelTable } from '#servers/lib/database/shop-tables.ts'
import { stableId } from '#servers/platform/packages/stable-id.ts'

export type LevelRow = Selectable<DistributionLevelTable>

/** Stores the default levels that do not exist yet. */
export async function seedLevels({
  database,
  clock
}: Pick<Context, 'database' | 'clock'>): Promise<void> {
  const rows = REFERRAL_LEVELS.map(({ threshold, percentage }, index) => ({
    id: stableId(`level:${index + 1}`),
    level: index + 1,
    title: '',
    threshold: dollarsToCents(threshold),
    percentage: Math.round(percentage * 10),
    created_at: clock.now()
  }))
  await database.db
    .insertInto('distribution_level')
    .values(rows)
    .onConflict(conflict => conflict.column('level').doNothing())
    .execute()
}

/** Reads all levels, lowest first. */
export function readLevels(db: Queries): Promise<LevelRow[]> {
  return db.selectFrom('distribution_level').selectAll().orderBy('level').execute()
}

/**
 * Returns the level of an inviter, and the next one; each may be null.
 * @param price what their invitees paid, in cents
 */
export function levelProgress(
  levels: readonly LevelRow[],
  price: Cents
): { level: LevelRow | null; next: LevelRow | null } {
  const level = levels.findLast(each => each.threshold <= price) ?? null
  const next = levels.find(each => each.threshold > price) ?? null
  return { level, next }
}

/**
 * Changes a level. Earned rewards keep their percentage.
 * @throws Problem `not_found`; `bad_request` for a threshold that is not between its neighbours'
 */
export async function changeLevel(
  db: Queries,
  id: string,
  change: ChangeLevel
): Promise<DistributionLevel> {
  const levels = await readLevels(db)
  const index = levels.findIndex(each => each.id === id)
  const before = levels[index]
  if (before === undefined) throw new Problem('not_found', { detail: `no level ${id}` })
  const threshold =
    change.threshold === undefined ? before.threshold : dollarsToCents(change.threshold)
  if (index === 0 ? threshold > 0 : threshold <= (levels[index - 1]?.threshold ?? 0))
    throw misplaced(index === 0 ? 'too_large' : 'too_small')
  if (threshold >= (levels[index + 1]?.threshold ?? Infinity)) throw misplaced('too_large')
  const row = await db
    .updateTable('distribution_level')
    .set({
      title: change.title ?? before.title,
      threshold,
      percentage:
        change.percentage === undefined ? before.percentage : Math.round(change.percentage * 10)
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toLevel(row)
}

/** Converts a row to a level of the API. */
export function toLevel(row: LevelRow): DistributionLevel {
  return {
    id: row.id,
    level: row.level,
    title: row.title,
    threshold: centsToDollars(row.threshold),
    percentage: row.percentage / 10,
    created_at: new Date(row.created_at).toISOString()
  }
}

function misplaced(code: string): Problem {
  return new Problem('bad_request', {
    detail: 'thresholds must rise from level to level; the first must be 0',
    issues: [{ field: 'threshold', code }]
  })
}
