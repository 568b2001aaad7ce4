import { createHmac } from 'node:crypto'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** A limit for free amounts: at most `most` on one day for a key. `day` counts from 1970. */
export type FreeSlot = { key: string; most: number; day: number }

/** Takes one of the day's slots, safe against concurrent calls. @returns false when none is left */
export async function takeFreeSlot(tx: Queries, slot: FreeSlot): Promise<boolean> {
  for (;;) {
    const taken = await countTakenSlots(tx, slot)
    if (taken >= slot.most) return false
    const added = await tx
      .insertInto('free_slot')
      .values({ key: slot.key, day: slot.day, slot: taken })
      .onConflict(conflict => conflict.columns(['key', 'day', 'slot']).doNothing())
      .executeTakeFirst()
    // A concurrent call took this slot first, so count again and try the next.
    if ((added.numInsertedOrUpdatedRows ?? 0n) > 0n) return true
  }
}

/** Counts the slots that were taken. */
export async function countTakenSlots(
  tx: Queries,
  { key, day }: Pick<FreeSlot, 'key' | 'day'>
): Promise<number> {
  const { taken } = await tx
    .selectFrom('free_slot')
    .select(({ fn }) => fn.countAll<number>().as('taken'))
    .where('key', '=', key)
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return Number(taken)
}

/** Hashes an address under a key that only this deployment has. */
export function hashAddress({ secrets }: Pick<Context, 'secrets'>, address: string): string {
  return createHmac('sha256', secrets.key('free-amount')).update(address).digest('base64url')
}
