import { sql } from 'kysely'
import type { Queries } from '#servers/lib/database/queries.ts'

/**
 * Topics of an account whose changes a feed reports. Runs are not listed, since they have their own
 * events.
 */
const TOPICS = ['orders', 'applications', 'credentials', 'earnings'] as const
export type AccountTopic = (typeof TOPICS)[number]

/** The state of each topic, as a text that differs after every change. */
export type AccountState = Readonly<Record<AccountTopic, string>>

/**
 * Reads the state of everything that pages list for a user. It is cheap enough to be polled, so
 * changes by other processes are noticed too.
 */
export async function readAccountState(db: Queries, userId: string): Promise<AccountState> {
  const own = (table: 'order' | 'application' | 'credential', time: 'updated_at') =>
    db
      .selectFrom(table)
      .where('user_id', '=', userId)
      .select(sql<string>`count(*) || ' ' || coalesce(max(${sql.ref(time)}), 0)`.as('text'))
  const funds = db
    .selectFrom('fund')
    .innerJoin('application', 'application.id', 'fund.application_id')
    .where('application.user_id', '=', userId)
    .select(sql<string>`coalesce(sum(fund.remaining), 0) || ''`.as('text'))
  const earnings = db
    .selectFrom('distribution_history')
    .where('user_id', '=', userId)
    .select(sql<string>`count(*) || ''`.as('text'))
  const row = await db
    .selectNoFrom([
      own('order', 'updated_at').as('orders'),
      own('application', 'updated_at').as('applications'),
      funds.as('funds'),
      own('credential', 'updated_at').as('credentials'),
      earnings.as('earnings')
    ])
    .executeTakeFirstOrThrow()
  const { orders, applications, funds: sum, credentials, earnings: entries } = row
  return {
    orders: orders ?? '',
    applications: `${applications} ${sum}`,
    credentials: credentials ?? '',
    earnings: entries ?? ''
  }
}

/** Returns the topics whose state differs. */
export function changedTopics(before: AccountState, now: AccountState): AccountTopic[] {
  return TOPICS.filter(topic => before[topic] !== now[topic])
}
