import { newKey, pick, pickPerson, send, type Deed, type Simulation } from './deed.ts'
import type { SimulatedPerson } from './template.ts'

export const order: Deed = simulation => {
  const { world, history } = simulation
  const person = pickPerson(world)
  const marker = `order-${history.calls.length}`
  const json = {
    application_id: person.applicationId,
    package_id: pick(world, world.packages),
    description: marker
  }
  const [key, path] = [newKey(simulation), '/api/v1/orders/']
  void send(simulation, { person, by: 'page', path, json, makes: 'order', marker, key })
}

/** Finds an order of any state in the database, as its owner would see it on the page. */
async function findOrder(
  { world }: Simulation,
  states: readonly ('Pending' | 'Finished')[]
): Promise<{ person: SimulatedPerson; id: string } | null> {
  const orders = await world.view.db
    .selectFrom('order')
    .select(['id', 'user_id', 'state'])
    .where('state', 'in', [...states])
    .orderBy('created_at')
    .orderBy('description')
    .execute()
  const found = pick(world, orders.slice(-5))
  const person = world.people.find(({ userId }) => userId === found?.user_id)
  return found === undefined || person === undefined ? null : { person, id: found.id }
}

export const pay: Deed = async simulation => {
  const found = await findOrder(simulation, ['Pending'])
  if (found === null) return
  const path = `/api/v1/orders/${found.id}/pay/`
  void send(simulation, { person: found.person, by: 'page', path, json: { pay_way: 'Stripe' } })
}

/**
 * A payer pays on a page of Stripe whose address the studio has shown. Stripe may tell us several
 * times, late, or never.
 */
export const payAtStripe: Deed = ({ world, history, journal }) => {
  const now = world.time.clock.now() / 1000
  const open = [...world.stripe.sessions.values()].filter(
    ({ status, expires_at, id }) =>
      status === 'open' &&
      expires_at > now &&
      history.calls.some(({ answer }) => answer?.text.includes(`/pay/${id}`))
  )
  const session = pick(world, open)
  if (session === undefined) return
  world.stripe.pay(session.id)
  journal.push('someone pays')
}

export const tell: Deed = ({ world, journal }) => {
  const session = pick(world, [...world.stripe.sessions.values()])
  if (session === undefined) return
  const type =
    session.status === 'expired' ? 'checkout.session.expired' : 'checkout.session.completed'
  const { body, headers } = world.stripe.message(type, session)
  for (let times = 0; times < 1 + world.random() * 2; times++) void world.deliver(body, headers)
  journal.push(`Stripe tells ${session.status}`)
}

export const refresh: Deed = async simulation => {
  const found = await findOrder(simulation, ['Pending'])
  if (found === null) return
  const path = `/api/v1/orders/${found.id}/${simulation.world.random() < 0.7 ? 'refresh/' : ''}`
  void send(simulation, { person: found.person, by: 'page', path, json: {} })
}

export const refund: Deed = async simulation => {
  const { world } = simulation
  const found = await findOrder(simulation, ['Finished'])
  const [operator] = world.people
  if (found === null || operator === undefined) return
  const path = `/api/v1/orders/${found.id}/refund`
  const amount = pick(world, [null, 0.1, 1, 5])
  const key = newKey(simulation)
  void send(simulation, { person: operator, by: 'page', path, json: { amount, reason: 'r' }, key })
}

export const redeem: Deed = simulation => {
  const { world } = simulation
  const json = { code: pick(world, world.codes) }
  const key = newKey(simulation)
  const common = { by: 'page', path: '/api/v1/redemptions', makes: 'redemption' } as const
  void send(simulation, { person: pickPerson(world), ...common, json, key })
}
