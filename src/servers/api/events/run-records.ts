import type { RunBalance } from '#contract/run-balance.ts'
import type { Task } from '#contract/task.ts'
import { serviceBalance } from '#core/choose-application.ts'
import type { Json } from '#core/json.ts'
import type { Service } from '#core/service.ts'
import type { Locale } from '#i18n/locale.ts'
import type { ApiContext } from '#servers/api/context.ts'
import type { FeedEvent } from '#servers/api/events/person-feed.ts'
import { listTasks } from '#servers/api/tasks/records.ts'
import { absoluteFiles, fileBase } from '#servers/files/address.ts'
import { readBalances } from '#servers/ledger/balances.ts'
import { findOwnServiceByPath } from '#servers/lib/own-services.ts'
import { currentFund } from '#servers/lib/serving.ts'
import { isFinal, type EventData } from '#servers/runs/event-rows.ts'

/**
 * The reader of a feed, and the address of the call. A reader with an API key does not see the
 * user's balance.
 */
type FeedReader = {
  context: ApiContext
  userId: string
  isPerson: boolean
  url: URL
  locale: Locale
}

/**
 * Adds what pages show when a run begins or ends: the record of a task, and the balance of the plan
 * that pays. They are read when the event is sent, since addresses and balances change later.
 */
export async function* addRunRecords(
  reader: FeedReader,
  feed: AsyncGenerator<FeedEvent[]>
): AsyncGenerator<FeedEvent[]> {
  for await (const events of feed) {
    for (const event of events)
      if (mayHaveRecord(event.data)) event.data = await withRecord(reader, event.data)
    yield events
  }
}

/** Tells whether an event may get a record. Most are pieces of an answer, and none of them does. */
const mayHaveRecord = (data: EventData): boolean => isFinal(data) || data.type === 'start'

async function withRecord(reader: FeedReader, data: EventData): Promise<EventData> {
  const { context, isPerson, url } = reader
  const name = String(data['service'])
  const service =
    context.services.find(({ id }) => id === name) ??
    (await findOwnServiceByPath(context, name))?.service
  const isTask = service !== undefined && service.medium !== 'chat'
  // The start of an answer gets no record, since pages show its price only when it ends.
  if (service === undefined || !(isFinal(data) || (isTask && data.type === 'start'))) return data
  const runId = String(data['run_id'])
  const [task, balance] = await Promise.all([
    isTask ? findTask(reader, service, runId) : null,
    isPerson ? balanceOf(reader, service, runId) : null
  ])
  const whole = { ...data, ...(task && { task }), ...(balance && { balance }) }
  // Events come from JSON.parse, and records are JSON, which their types do not say.
  return absoluteFiles(whole as Json, fileBase(context.config, url)) as EventData
}

/** Reads a task as lists show it. Undefined if it was deleted. */
async function findTask(
  { context, userId, locale }: FeedReader,
  service: Service,
  id: string
): Promise<Task | undefined> {
  const reading = { userId, service, locale }
  const only = { ids: [id], limit: 1, offset: 0 }
  const { items } = await listTasks(context.database.db, reading, only)
  return items[0]
}

/** Reads the plan that pays for a run, and what all plans can spend on its service. */
async function balanceOf(
  { context, userId, url }: FeedReader,
  { serviceId }: Service,
  runId: string
): Promise<RunBalance | null> {
  const plans = await readBalances(context, userId, currentFund(context, url))
  const run = await context.database.db
    .selectFrom('run')
    .select('application_id')
    .where('id', '=', runId)
    .executeTakeFirst()
  const payer = plans.find(({ id }) => id === run?.application_id)
  return payer === undefined
    ? null
    : {
        application_id: payer.id,
        remaining_amount: payer.remaining_amount,
        spendable_amount: serviceBalance(plans, serviceId, context.clock.now())
      }
}
