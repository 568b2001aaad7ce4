import { checkLedger } from '#servers/operation/check-ledger.ts'
import type { Simulation } from './deed.ts'
import { findBroken } from './invariants.ts'
import { findTraces } from './left.ts'

const HOUR = 3_600_000

/** Most times that the clock is moved on until all work has ended. */
const PATIENCE = 40

/** Ends all faults, lets all work end, and checks what must be true then. */
export async function findBrokenAtEnd(simulation: Simulation): Promise<string[]> {
  const { world, history } = simulation
  world.faults().end()
  world.stripe.mood = 'well'
  if (!world.isUp()) await world.start()
  for (let times = 0; times < PATIENCE && !(await isOver(simulation)); times++) {
    await world.time.pass(20_000)
    if (times % 4 === 3) await world.time.jump(HOUR / 2)
  }
  // Payments and refunds are looked after at longer intervals.
  for (let times = 0; times < 3; times++) {
    await world.time.jump(HOUR)
    await world.time.pass(61_000)
  }
  await world.time.jump(26 * HOUR)
  await world.sweepFiles()
  const { disagreements } = await checkLedger(world.view, { now: world.time.clock.now() })
  return [
    ...(await findBroken(simulation)),
    ...disagreements.map(({ rule, id, says }) => `ledger at the end: ${rule}: ${id} ${says}`),
    ...(await findOpenRuns(simulation)).map(id => `run ${id} has no end`),
    ...(history.flying > 0 ? [`${history.flying} calls were never answered`] : []),
    ...(await findStrayBytes(simulation)),
    ...(await findTraces(simulation)),
    ...(await findWrongPayments(simulation))
  ]
}

async function findOpenRuns({ world }: Simulation): Promise<string[]> {
  const runs = await world.view.db
    .selectFrom('run')
    .select('id')
    .where('state', 'in', ['queued', 'running'])
    .execute()
  return runs.map(({ id }) => id)
}

async function isOver(simulation: Simulation): Promise<boolean> {
  return simulation.history.flying === 0 && (await findOpenRuns(simulation)).length === 0
}

/** No bytes without a file, and no file of a task that has no result. */
async function findStrayBytes({ world }: Simulation): Promise<string[]> {
  const files = await world.view.db
    .selectFrom('file')
    .leftJoin('run', 'run.id', 'file.run_id')
    .select(['file.id', 'file.blob', 'run.state', 'run.deleted_at'])
    .execute()
  const kept = new Set(files.map(({ blob }) => blob))
  const stray = [...world.blobs.keys()].filter(key => !kept.has(key.slice(0, 36)) && !kept.has(key))
  const wrong = files.filter(
    ({ state, deleted_at }) => state !== 'succeeded' || deleted_at !== null
  )
  return [
    ...stray.map(key => `blob ${key} belongs to no file`),
    ...wrong.map(({ id, state }) => `file ${id} belongs to a task that is ${state}`)
  ]
}

/**
 * Money at Stripe and in the orders is the same: who paid has credits or gets the money back, and
 * each refund happens once.
 */
async function findWrongPayments({ world }: Simulation): Promise<string[]> {
  const orders = await world.view.db.selectFrom('order').selectAll().execute()
  const sentBack = (intent: unknown): number =>
    world.stripe.refunds
      .filter(({ payment_intent }) => payment_intent === intent)
      .reduce((sum, { amount }) => sum + amount, 0)
  return [...world.stripe.sessions.values()].flatMap(session => {
    if (session.payment_status !== 'paid') return []
    const order = orders.find(({ id }) => id === session.client_reference_id)
    const back = sentBack(session.payment_intent)
    if (back === session.amount_total) return []
    if (order === undefined) return [`session ${session.id} was paid for no order`]
    if (order.state !== 'Finished' && order.state !== 'Refunded')
      return [`order ${order.id} is paid, but ${order.state}`]
    return order.refunded === back
      ? []
      : [`order ${order.id} says ${order.refunded} cents are back, Stripe says ${back}`]
  })
}
