import { CALL_LEASE } from '#servers/lib/once-calls.ts'
import { isAcknowledged, type Call, type History } from './history.ts'
import type { SimulatedPerson } from './template.ts'
import type { Answer, Ask, World } from './world.ts'

/** A simulation that runs, and its journal: one line for each thing that happened. */
export type Simulation = { world: World; history: History; journal: string[] }

type Deed = (simulation: Simulation) => void | Promise<void>

const HOUR = 3_600_000

function pick<T>({ random }: World, list: readonly T[]): T | undefined {
  return list[Math.floor(random() * list.length)]
}

function anyone(world: World): SimulatedPerson {
  const person = pick(world, world.people)
  if (person === undefined) throw new Error('a simulation has people')
  return person
}

/** Sends a call, and goes on without waiting for its answer. */
function send(
  { world, history, journal }: Simulation,
  call: Ask & Partial<Pick<Call, 'marker' | 'makes' | 'at'>>
): Promise<Answer> {
  const answer = world.ask(call)
  const number = history.calls.length
  history.latest = Math.max(history.latest, world.time.clock.now())
  history.add({ marker: '', makes: 'nothing', at: world.time.clock.now(), ...call }, answer)
  journal.push(`#${number} ${call.path} ${call.key ?? ''}`)
  void answer.then(given => journal.push(`#${number} -> ${given === null ? 'lost' : given.status}`))
  return answer
}

/** Most calls have a key, so that they may be repeated. */
function newKey({ world, history }: Simulation): string | undefined {
  return world.random() < 0.7 ? `key-${history.calls.length}` : undefined
}

function begin(simulation: Simulation, makes: 'task' | 'answer'): void {
  const { world, history } = simulation
  const marker = `marker-${history.calls.length}-`
  const key = newKey(simulation)
  const common = { person: anyone(world), by: 'key', makes, marker, key } as const
  if (makes === 'task')
    return void send(simulation, {
      ...common,
      path: '/flux/images',
      json: { prompt: marker, async: world.random() < 0.8 }
    })
  const way = pick(world, [
    '',
    '',
    '',
    '[sandbox:delay=4000]',
    '[sandbox:break]',
    '[sandbox:silent]',
    '[sandbox:fail=busy]',
    '[sandbox:fail=forbidden]'
  ])
  const question = `${marker} ${way} [sandbox:tokens=${Math.ceil(world.random() * 400)}]`
  const async = world.random() < 0.3
  void send(simulation, {
    ...common,
    path: '/aichat/conversations',
    json: { model: 'gpt-5-all', question, ...(async && { async }) }
  })
}

const beginTask: Deed = simulation => begin(simulation, 'task')
const beginAnswer: Deed = simulation => begin(simulation, 'answer')

const repeat: Deed = simulation => {
  const { world, history } = simulation
  history.latest = Math.max(history.latest, world.time.clock.now())
  // Mostly a recent call: its process may have died since.
  const calls = history.repeatable
  const call = pick(world, world.random() < 0.6 ? calls.slice(-4) : calls)
  if (call !== undefined) void send(simulation, call)
}

/** Repeats a call that was lost with its process, as a careful program does. */
const retry: Deed = async simulation => {
  const { world, history } = simulation
  const lost = history.repeatable.filter(({ answer }) => answer === null)
  const call = pick(world, lost.slice(-3))
  // Then the lease of the dead process has ended.
  if (call !== undefined && world.random() < 0.5) await world.time.pass(CALL_LEASE + 1000)
  if (call !== undefined) void send(simulation, call)
}

const end: Deed = async simulation => {
  const { world, history } = simulation
  const runs = await world.view.db
    .selectFrom('run')
    .innerJoin('application', 'application.id', 'run.application_id')
    .select(['run.id', 'run.user_id', 'run.service'])
    .where('run.service', '=', 'flux')
    .orderBy('run.created_at')
    .orderBy('run.request')
    .execute()
  const run = pick(world, runs.slice(-6))
  const person = world.people.find(({ userId }) => userId === run?.user_id)
  if (run === undefined || person === undefined) return
  const action = world.random() < 0.6 ? 'cancel' : 'delete'
  if (action === 'delete') history.removed.add(run.id)
  void send(simulation, { person, by: 'key', path: '/flux/tasks', json: { action, id: run.id } })
}

const order: Deed = simulation => {
  const { world, history } = simulation
  const person = anyone(world)
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

const pay: Deed = async simulation => {
  const found = await findOrder(simulation, ['Pending'])
  if (found === null) return
  const path = `/api/v1/orders/${found.id}/pay/`
  void send(simulation, { person: found.person, by: 'page', path, json: { pay_way: 'Stripe' } })
}

/**
 * A payer pays on a page of Stripe whose address the studio has shown. Stripe may tell us several
 * times, late, or never.
 */
const payAtStripe: Deed = ({ world, history, journal }) => {
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

const tell: Deed = ({ world, journal }) => {
  const session = pick(world, [...world.stripe.sessions.values()])
  if (session === undefined) return
  const type =
    session.status === 'expired' ? 'checkout.session.expired' : 'checkout.session.completed'
  const { body, headers } = world.stripe.message(type, session)
  for (let times = 0; times < 1 + world.random() * 2; times++) void world.deliver(body, headers)
  journal.push(`Stripe tells ${session.status}`)
}

const refresh: Deed = async simulation => {
  const found = await findOrder(simulation, ['Pending'])
  if (found === null) return
  const path = `/api/v1/orders/${found.id}/${simulation.world.random() < 0.7 ? 'refresh/' : ''}`
  void send(simulation, { person: found.person, by: 'page', path, json: {} })
}

const refund: Deed = async simulation => {
  const { world } = simulation
  const found = await findOrder(simulation, ['Finished'])
  const [operator] = world.people
  if (found === null || operator === undefined) return
  const path = `/api/v1/orders/${found.id}/refund`
  const amount = pick(world, [null, 0.1, 1, 5])
  const key = newKey(simulation)
  void send(simulation, { person: operator, by: 'page', path, json: { amount, reason: 'r' }, key })
}

const redeem: Deed = simulation => {
  const { world } = simulation
  const json = { code: pick(world, world.codes) }
  const key = newKey(simulation)
  const common = { by: 'page', path: '/api/v1/redemptions', makes: 'redemption' } as const
  void send(simulation, { person: anyone(world), ...common, json, key })
}

/** Repeats a new call at once, as an impatient program does. */
const hurry: Deed = async simulation => {
  const { world, history } = simulation
  const before = history.calls.length
  await pick(world, [beginTask, beginAnswer, order, redeem])?.(simulation)
  const call = history.calls[before]
  for (let times = 0; times < 3; times++) if (call?.key !== undefined) void send(simulation, call)
}

/** Repeats answered calls hours later, as a program does that has lost its notes. */
const repeatLater: Deed = async simulation => {
  const { world, history, journal } = simulation
  const hours = pick(world, [1, 2, 12]) ?? 1
  journal.push(`${hours} hours pass`)
  await world.time.jump(hours * HOUR)
  await world.time.pass(61_000)
  history.latest = Math.max(history.latest, world.time.clock.now())
  const answered = history.repeatable.filter(isAcknowledged)
  for (const call of [pick(world, answered), pick(world, answered.slice(-5))])
    if (call !== undefined) void send(simulation, call)
}

const wait: Deed = async ({ world, journal }) => {
  const milliseconds = Math.ceil(world.random() * 3000)
  journal.push(`${milliseconds} ms pass`)
  await world.time.pass(milliseconds)
}

const rest: Deed = async ({ world, journal }) => {
  journal.push('a minute passes')
  await world.time.pass(61_000)
}

const sleep: Deed = async ({ world, journal }) => {
  const hours = pick(world, [0.1, 1, 2, 26, 24 * 40]) ?? 1
  journal.push(`the machine sleeps for ${hours} hours`)
  await world.time.jump(hours * HOUR)
}

const setBack: Deed = async ({ world, journal }) => {
  const minutes = Math.ceil(world.random() * 90)
  journal.push(`the clock goes back by ${minutes} minutes`)
  await world.time.jump(-minutes * 60_000)
}

const kill: Deed = ({ world, journal }) => {
  journal.push('the process is killed')
  world.faults().kill()
}

const light: Deed = ({ world, journal }) => {
  const fuse = Math.floor(world.random() * 50)
  journal.push(`the process dies after ${fuse} operations`)
  world.faults().fuse = fuse
}

/** A process dies soon after it got a call with a key. */
const interrupt: Deed = async simulation => {
  const { world, history, journal } = simulation
  const before = history.calls.length
  await pick(world, [beginTask, beginAnswer, order, order, refund, redeem])?.(simulation)
  if (history.calls[before]?.key === undefined) return
  if (world.random() < 0.5) return light(simulation)
  journal.push('the process dies at its next commit')
  world.faults().diesAtCommit = true
}

const fill: Deed = ({ world, journal }) => {
  const faults = world.faults()
  faults.isFull = !faults.isFull
  journal.push(faults.isFull ? 'the disk is full' : 'the disk has room')
}

const refuse: Deed = ({ world, journal }) => {
  const count = Math.ceil(world.random() * 4)
  journal.push(`the database refuses ${count} statements`)
  world.faults().refusals = count
}

const stripeSulks: Deed = ({ world, journal }) => {
  world.stripe.mood = pick(world, ['well', 'well', 'silent', 'failing'] as const) ?? 'well'
  journal.push(`Stripe is ${world.stripe.mood}`)
}

/** Everything that may happen, and how often relative to the others. */
const DEEDS: readonly [number, Deed][] = [
  [10, beginTask],
  [10, beginAnswer],
  [10, repeat],
  [8, retry],
  [4, hurry],
  [3, interrupt],
  [2, repeatLater],
  [5, end],
  [6, order],
  [5, pay],
  [5, payAtStripe],
  [5, tell],
  [3, refresh],
  [3, refund],
  [3, redeem],
  [14, wait],
  [3, rest],
  [2, sleep],
  [1, setBack],
  [2, kill],
  [4, light],
  [2, fill],
  [2, refuse],
  [2, stripeSulks]
]

const WEIGHTS = DEEDS.reduce((sum, [weight]) => sum + weight, 0)

/** Does one thing by chance. */
export async function doAnything(simulation: Simulation): Promise<void> {
  let left = simulation.world.random() * WEIGHTS
  for (const [weight, deed] of DEEDS) {
    left -= weight
    if (left < 0) return deed(simulation)
  }
}
