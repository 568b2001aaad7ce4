import { createHmac } from 'node:crypto'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** What is given away at most so many times under a key and a day (days since 1970). */
export type Slot = { key: string; most: number; day: number }

/** One of so many, each taken once, however many ask at a time. @returns false when there is none left */
export async function takeSlot(tx: Queries, slot: Slot): Promise<boolean> {
  for (;;) {
    const taken = await takenOf(tx, slot)
    if (taken >= slot.most) return false
    const added = await tx
      .insertInto('free_slot')
      .values({ key: slot.key, day: slot.day, slot: taken })
      .onConflict(conflict => conflict.columns(['key', 'day', 'slot']).doNothing())
      .executeTakeFirst()
    // Somebody else took this one a moment ahead: then more are taken, or it is the next.
    if ((added.numInsertedOrUpdatedRows ?? 0n) > 0n) return true
  }
}

/** How many were taken. */
export async function takenOf(tx: Queries, { key, day }: Pick<Slot, 'key' | 'day'>): Promise<number> {
  const { taken } = await tx
    .selectFrom('free_slot')
    .select(({ fn }) => fn.countAll<number>().as('taken'))
    .where('key', '=', key)
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return Number(taken)
}

/** An address as what only this deployment can recompute. */
export function disguised({ secrets }: Pick<Context, 'secrets'>, address: string): string {
  return createHmac('sha256', secrets.key('free-amount')).update(address).digest('base64url')
}
