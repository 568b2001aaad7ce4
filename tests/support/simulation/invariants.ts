import { sql } from 'kysely'
import { checkLedger } from '#servers/operation/check-ledger.ts'
import { findChangedAnswers } from '../key-history.ts'
import { answersByKey, isAcknowledged, type Call } from './history.ts'
import type { Simulation } from './deed.ts'
import { findWorkAfterLeaving } from './left.ts'

/** Far in the past for the rule of overdue runs, which holds only once all faults are over. */
const NOTHING_IS_LATE = 0

/** Checks all that must be true at each moment. @returns a sentence for each thing that is not */
export async function findBroken(simulation: Simulation): Promise<string[]> {
  const { view } = simulation.world
  const { disagreements } = await checkLedger(view, { now: NOTHING_IS_LATE, digits: 0 })
  return [
    ...disagreements.map(({ rule, id, says }) => `ledger: ${rule}: ${id} ${says}`),
    ...(await findNegative(simulation)),
    ...(await findWrongEvents(simulation)),
    ...(await findLostFiles(simulation)),
    ...(await findUnpaid(simulation)),
    ...(await findWrongWork(simulation)),
    ...(await findSecondOrders(simulation)),
    ...(await findWorkAfterLeaving(simulation)),
    ...findSubmittedTwice(simulation),
    ...findChangedAnswers(answersByKey(simulation.history.calls))
  ]
}

async function findNegative({ world }: Simulation): Promise<string[]> {
  const rows = await world.view.db
    .selectFrom('fund')
    .select(['application_id', 'remaining'])
    .where('remaining', '<', 0)
    .execute()
  return rows.map(row => `plan ${row.application_id} has ${row.remaining} micro-credits`)
}

/** The events of a run are numbered without a gap, as its readers need them. */
async function findWrongEvents({ world }: Simulation): Promise<string[]> {
  const { rows } = await sql<{ run_id: string; count: number; first: number; last: number }>`
    select run_id, count(*) as count, min(seq) as first, max(seq) as last
    from event group by run_id
    having count(*) <> max(seq) - min(seq) + 1 or min(seq) <> 1`.execute(world.view.db)
  return rows.map(
    ({ run_id, count, first, last }) => `run ${run_id}: ${count} events from ${first} to ${last}`
  )
}

/** A task that has succeeded has all of its files, with its owner and with their bytes. */
async function findLostFiles({ world }: Simulation): Promise<string[]> {
  const rows = await world.view.db
    .selectFrom('run')
    .innerJoin('file', 'file.run_id', 'run.id')
    .select(['run.id', 'file.blob', 'file.user_id', 'run.user_id as owner'])
    .where('run.state', '=', 'succeeded')
    .where('run.deleted_at', 'is', null)
    .execute()
  return rows.flatMap(({ id, blob, user_id, owner }) => [
    ...(user_id === owner ? [] : [`run ${id}: a file belongs to another person`]),
    ...(world.blobs.has(blob) ? [] : [`run ${id}: the bytes of ${blob} are gone`])
  ])
}

/** Everything that was charged for was delivered, and has a receipt. Files go with their owner. */
async function findUnpaid({ world }: Simulation): Promise<string[]> {
  const rows = await world.view.db
    .selectFrom('run')
    .innerJoin('user', 'user.id', 'run.user_id')
    .leftJoin('file', 'file.run_id', 'run.id')
    .select(({ fn }) => ['run.id', 'run.charged', 'run.state', fn.count('file.id').as('files')])
    .where('run.service', '=', 'flux')
    .where('run.charged', '>', 0)
    .where('run.deleted_at', 'is', null)
    .groupBy('run.id')
    .execute()
  return rows.flatMap(({ id, charged, state, files }) => [
    ...(state === 'succeeded' ? [] : [`run ${id} is ${state}, but charged ${charged}`]),
    ...(charged === Number(files) * PER_IMAGE ? [] : [`run ${id}: ${files} images for ${charged}`])
  ])
}

/** Price of one image in micro-credits: a quarter of that of four. */
const PER_IMAGE = 250_000

/** Each call begins its work at most once, and exactly once when its caller was told so. */
async function findWrongWork({ world, history }: Simulation): Promise<string[]> {
  const { db } = world.view
  const tasks = await db
    .selectFrom('run')
    .select(['id', 'request', 'user_id'])
    .where('service', '=', 'flux')
    .execute()
  const questions = await db
    .selectFrom('message')
    .select(['content'])
    .where('role', '=', 'user')
    .execute()
  const texts = {
    task: tasks.map(({ request }) => request ?? ''),
    answer: questions.map(({ content }) => String(content))
  }
  const known = new Set(tasks.map(({ id }) => id))
  const first = new Map<string, Call>()
  for (const call of history.calls)
    if (call.marker !== '') first.set(call.marker, first.get(call.marker) ?? call)
  const broken: string[] = []
  for (const { marker, makes } of first.values()) {
    if (makes !== 'task' && makes !== 'answer') continue
    const count = texts[makes].filter(text => text.includes(marker)).length
    if (count > 1) broken.push(`${makes} ${marker} was begun ${count} times`)
  }
  for (const call of history.calls.filter(isAcknowledged)) {
    const id = /"task_id":"([^"]+)"/.exec(call.answer.text)?.[1]
    if (call.makes === 'task' && id !== undefined && !known.has(id))
      broken.push(`task ${id} was acknowledged and is lost`)
  }
  return broken
}

/** Each call makes at most one order, however often it is repeated with its key. */
async function findSecondOrders({ world }: Simulation): Promise<string[]> {
  const rows = await world.view.db
    .selectFrom('order')
    .select(({ fn }) => ['description', fn.countAll<number>().as('count')])
    .where('description', 'like', 'order-%')
    .groupBy('description')
    .execute()
  return rows.flatMap(({ description, count }) =>
    Number(count) > 1 ? [`${description} was made ${count} times`] : []
  )
}

/** The vendor, who wants money for each, gets a task once. */
function findSubmittedTwice({ world }: Simulation): string[] {
  const counts = Map.groupBy(world.vendor.accepted, id => id)
  return [...counts].flatMap(([id, times]) =>
    times.length > 1 ? [`run ${id} was submitted ${times.length} times`] : []
  )
}
