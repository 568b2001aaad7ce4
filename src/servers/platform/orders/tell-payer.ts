import type { Context } from '#servers/lib/context.ts'
import { sendNotice } from '#servers/lib/mail/notify.ts'

const AT_ONCE = 50

/**
 * Emails the payer once that their order was paid, however often it is called. The order is marked
 * before the email is sent, so if the process dies, the email is lost rather than sent twice.
 */
export async function notifyPayer(context: Context, orderId: string): Promise<void> {
  const untold = await context.database.db
    .updateTable('order')
    .set({ untold: 0 })
    .where('id', '=', orderId)
    .where('untold', '=', 1)
    .returning('user_id')
    .executeTakeFirst()
  if (untold !== undefined) await sendNotice(context, untold.user_id, 'order', { orderId })
}

/** Sends this email for all paid orders that still lack it, since nobody has opened them. */
export async function notifyPayers(context: Context): Promise<void> {
  const rows = await context.database.db
    .selectFrom('order')
    .select('id')
    .where('untold', '=', 1)
    .orderBy('paid_at')
    .limit(AT_ONCE)
    .execute()
  for (const { id } of rows) await notifyPayer(context, id)
}
