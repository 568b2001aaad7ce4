import { sql, type AliasedRawBuilder } from 'kysely'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Topics of an account whose changes a feed reports. */
const TOPICS = ['orders', 'applications', 'credentials', 'earnings'] as const
export type AccountTopic = (typeof TOPICS)[number]

/**
 * A text for each topic of an account that has any rows. It differs after every change. `runs`
 * covers the runs that began lately, `funds` belongs to `applications`.
 */
export type AccountState = ReadonlyMap<string, string>

/**
 * Reads the state of everything that pages list for some users, in one statement. It is cheap enough
 * to be polled, so changes by other processes are noticed too.
 * @param since unix milliseconds; runs that began earlier are left out
 * @returns the state by user
 */
export async function readAccountStates(
  db: Queries,
  userIds: readonly string[],
  since: number
): Promise<Map<string, AccountState>> {
  const own = (table: 'order' | 'application' | 'credential', topic: AccountTopic) =>
    db
      .selectFrom(table)
      .where('user_id', 'in', userIds)
      .groupBy('user_id')
      .select(['user_id', topicName(topic), countAndNewest('updated_at')])
  const funds = db
    .selectFrom('application')
    .innerJoin('fund', 'fund.application_id', 'application.id')
    .where('application.user_id', 'in', userIds)
    .groupBy('application.user_id')
    .select(['application.user_id', topicName('funds')])
    .select(sql<string>`coalesce(sum(fund.remaining), 0) || ''`.as('text'))
  const earnings = db
    .selectFrom('distribution_history')
    .where('user_id', 'in', userIds)
    .groupBy('user_id')
    .select(['user_id', topicName('earnings'), sql<string>`count(*) || ''`.as('text')])
  const runs = db
    .selectFrom('run')
    .where('user_id', 'in', userIds)
    .where('created_at', '>=', since)
    .groupBy('user_id')
    .select(['user_id', topicName('runs'), countAndNewest('created_at')])
  const rows = await own('order', 'orders')
    .unionAll(own('application', 'applications'))
    .unionAll(own('credential', 'credentials'))
    .unionAll(funds)
    .unionAll(earnings)
    .unionAll(runs)
    .execute()
  const states = new Map(userIds.map(id => [id, new Map<string, string>()]))
  for (const { user_id: id, topic, text } of rows) states.get(id)?.set(topic, text)
  return states
}

const topicName = (topic: string): AliasedRawBuilder<string, 'topic'> =>
  sql<string>`${sql.lit(topic)}`.as('topic')

const countAndNewest = (time: string): AliasedRawBuilder<string, 'text'> =>
  sql<string>`count(*) || ' ' || max(${sql.ref(time)})`.as('text')

/** Returns the topics whose state differs. */
export function changedTopics(before: AccountState, now: AccountState): AccountTopic[] {
  const differs = (topic: string): boolean => before.get(topic) !== now.get(topic)
  return TOPICS.filter(topic => differs(topic) || (topic === 'applications' && differs('funds')))
}

/** Tells whether runs began, or left the time that the states cover. */
export const hasOtherRuns = (before: AccountState, now: AccountState): boolean =>
  before.get('runs') !== now.get('runs')
