import { createHash } from 'node:crypto'
import type { PackageEntry } from '#catalog/packages.ts'
import { dollarsToCents, creditsToMicro } from '#core/money.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { packageKey } from '#servers/platform/packages/package-file.ts'
import { stableId, STABLE_ID_PATTERN } from '#servers/platform/packages/stable-id.ts'

/**
 * Makes the package table match the configured entries. It does so only if the entries differ from
 * the last start, so operators' later changes survive a restart. Packages that left the file are
 * taken off sale; their rows stay, because orders refer to them.
 */
export async function seedPackages(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  entries: readonly PackageEntry[]
) {
  const value = createHash('sha256').update(JSON.stringify(entries)).digest('base64url')
  await database.transaction(async tx => {
    if (!(await isNew(tx, value))) return
    const now = clock.now()
    for (const [position, each] of entries.entries()) await upsert(tx, each, position, now)
    const ids = entries.map(each => stableId(packageKey(each)))
    let gone = tx
      .updateTable('package')
      .set({ active: 0, updated_at: now })
      .where('id', 'like', STABLE_ID_PATTERN)
      .where('active', '=', 1)
    if (ids.length > 0) gone = gone.where('id', 'not in', ids)
    await gone.execute()
  })
}

/**
 * Stores the hash of the entries and returns whether it is new. This write comes first: a second
 * process that starts now waits here, and then finds the work done.
 */
async function isNew(tx: Queries, value: string): Promise<boolean> {
  const written = await tx
    .insertInto('meta')
    .values({ key: 'packages', value })
    .onConflict(conflict =>
      conflict.column('key').doUpdateSet({ value }).where('meta.value', '!=', value)
    )
    .executeTakeFirst()
  return (written.numInsertedOrUpdatedRows ?? 0n) > 0n
}

async function upsert(
  tx: Queries,
  entry: PackageEntry,
  position: number,
  now: number
): Promise<void> {
  const { service_id, type, title, duration } = entry
  const changing = {
    title,
    price: dollarsToCents(entry.price),
    position,
    active: 1,
    updated_at: now
  }
  const fixed = { service_id, type, amount: creditsToMicro(entry.amount), duration }
  await tx
    .insertInto('package')
    .values({ id: stableId(packageKey(entry)), ...fixed, ...changing, created_at: now })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ ...fixed, ...changing }))
    .execute()
}
