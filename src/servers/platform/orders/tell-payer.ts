import type { Context } from '#servers/lib/context.ts'
import { notify } from '#servers/lib/mail/notify.ts'

const AT_ONCE = 50

/**
 * Sends the payer one notice that their order was paid, however often it is called. The order is
 * marked before the mail goes out. A process that dies in between sends no mail, rather than two.
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

/** Does the same for all paid orders that nobody looked at since. */
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
