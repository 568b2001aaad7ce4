import { sql } from 'kysely'
import type { Context } from '#servers/lib/context.ts'
import { sendNotice } from '#servers/lib/mail/notify.ts'

const DAY = 24 * 3_600_000

/**
 * How long before the end of a plan its user gets a reminder, in milliseconds: one day for a plan
 * of up to a week, three days for a longer one.
 */
const AHEAD = { short: DAY, long: 3 * DAY } as const
const SHORT = 7 * DAY

/** There is no reminder for periods shorter than this. */
const LEAST = 2 * DAY

const AT_ONCE = 100

/**
 * Sends one reminder to users whose plan ends soon and has no next period. No card is stored, so
 * continuing takes a new order. The period is marked before the mail goes out. A process that dies
 * in between sends no mail, rather than two.
 */
export async function sendPlanEndReminders(context: Context): Promise<void> {
  const { database, clock } = context
  const now = clock.now()
  const length = sql<number>`(ends_at - starts_at)`
  const soon = await database.db
    .selectFrom('period')
    .innerJoin('application', 'application.id', 'period.application_id')
    .select(['period.id', 'period.application_id', 'period.ends_at', 'application.user_id'])
    .where('period.state', '=', 'running')
    .where('period.reminded', '=', 0)
    .where('period.ends_at', '>', now)
    .where('period.ends_at', '<=', now + AHEAD.long)
    .where(sql<boolean>`(ends_at <= ${now + AHEAD.short} or ${length} > ${SHORT})`)
    .where(sql<boolean>`${length} >= ${LEAST}`)
    .where(
      sql<boolean>`not exists (select 1 from period as next where next.application_id = period.application_id and next.fund = period.fund and next.state = 'waiting')`
    )
    .orderBy('period.ends_at')
    .limit(AT_ONCE)
    .execute()
  for (const { id, application_id: applicationId, ends_at: endsAt, user_id } of soon) {
    const marked = await database.db
      .updateTable('period')
      .set({ reminded: 1 })
      .where('id', '=', id)
      .where('reminded', '=', 0)
      .executeTakeFirst()
    if (marked.numUpdatedRows > 0n)
      await sendNotice(context, user_id, 'renewal', { applicationId, endsAt })
  }
}
