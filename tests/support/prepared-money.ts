import { codesOf, refund } from './money.ts'
import type { Prepared, World } from './prepared-calls.ts'
import { buy, packageOf } from './shop.ts'

/** Preparations for calls about received money, by call. */
export const PREPARED_MONEY: Record<string, (world: World) => Promise<Prepared>> = {
  'POST /api/v1/orders/{id}/refund': async world => ({ ids: { id: await bought(world) } }),
  'POST /api/v1/refunds/{id}/finish': async world => {
    const { studio, boss } = world
    const order = { id: await bought(world) }
    await refund(studio, boss, order)
    const { db } = studio.context.database
    const { id } = await db
      .selectFrom('refund')
      .select('id')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    return { ids: { id } }
  },
  'POST /api/v1/redemptions': async ({ studio, boss }) => {
    const [made] = await codesOf(studio, boss, { amount: 5 })
    return { body: { code: made?.code } }
  },
  'DELETE /api/v1/redemption-codes/{id}': async ({ studio, boss }) => {
    const [made] = await codesOf(studio, boss, { amount: 5 })
    return { ids: { id: made?.id ?? '' } }
  }
}

async function bought({ studio, uma }: World): Promise<string> {
  return (await buy(studio, uma, (await packageOf(studio, 10)).id)).id
}
