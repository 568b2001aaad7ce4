import { CALL_LEASE } from '#servers/lib/once-calls.ts'
import { HOUR, newKey, pick, pickPerson, send, type Deed, type Simulation } from './deed.ts'
import { isAcknowledged, type Call } from './history.ts'

function begin(simulation: Simulation, makes: 'task' | 'answer'): void {
  const { world, history } = simulation
  const marker = `marker-${history.calls.length}-`
  const key = newKey(simulation)
  const common = { person: pickPerson(world), by: 'key', makes, marker, key } as const
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

export const beginTask: Deed = simulation => begin(simulation, 'task')
export const beginAnswer: Deed = simulation => begin(simulation, 'answer')

/** Lists the calls that may be repeated now. */
function listRepeatable({ world, history }: Simulation): Call[] {
  history.latest = Math.max(history.latest, world.time.clock.now())
  return history.repeatable
}

export const repeat: Deed = simulation => {
  const { world } = simulation
  // Mostly a recent call: its process may have died since.
  const calls = listRepeatable(simulation)
  const call = pick(world, world.random() < 0.6 ? calls.slice(-4) : calls)
  if (call !== undefined) void send(simulation, call)
}

/** Repeats a call that was lost with its process, as a careful program does. */
export const retry: Deed = async simulation => {
  const { world } = simulation
  const lost = listRepeatable(simulation).filter(({ answer }) => answer === null)
  const call = pick(world, lost.slice(-3))
  // Then the lease of the dead process has ended.
  if (call !== undefined && world.random() < 0.5) await world.time.pass(CALL_LEASE + 1000)
  if (call !== undefined) void send(simulation, call)
}

export const end: Deed = async simulation => {
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

/** Repeats answered calls hours later, as a program does that has lost its notes. */
export const repeatLater: Deed = async simulation => {
  const { world, journal } = simulation
  const hours = pick(world, [1, 2, 12]) ?? 1
  journal.push(`${hours} hours pass`)
  await world.time.jump(hours * HOUR)
  await world.time.pass(61_000)
  const answered = listRepeatable(simulation).filter(isAcknowledged)
  for (const call of [pick(world, answered), pick(world, answered.slice(-5))])
    if (call !== undefined) void send(simulation, call)
}
