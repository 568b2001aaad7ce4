import type { Context } from '#servers/lib/context.ts'
import { notify } from '#servers/lib/mail/notify.ts'

const AT_ONCE = 50

/**
 * Tells the payer of an order that it was paid, once, whoever asks for it how often. Marked before it is told: who dies in
 * between tells nobody, rather than somebody twice.
 */
export async function tellPayer(context: Context, orderId: string): Promise<void> {
  const untold = await context.database.db
    .updateTable('order')
    .set({ untold: 0 })
    .where('id', '=', orderId)
    .where('untold', '=', 1)
    .returning('user_id')
    .executeTakeFirst()
  if (untold !== undefined) await notify(context, untold.user_id, 'order', { orderId })
}

/** The same for all whose page did not ask. */
export async function tellPayers(context: Context): Promise<void> {
  const rows = await context.database.db
    .selectFrom('order')
    .select('id')
    .where('untold', '=', 1)
    .orderBy('paid_at')
    .limit(AT_ONCE)
    .execute()
  for (const { id } of rows) await tellPayer(context, id)
}
