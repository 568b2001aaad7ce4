import type { Call, History } from './history.ts'
import type { SimulatedPerson } from './template.ts'
import type { Answer, Ask, World } from './world.ts'

/** A simulation that runs, and its journal: one line for each thing that happened. */
export type Simulation = { world: World; history: History; journal: string[] }

/** Something that may happen. */
export type Deed = (simulation: Simulation) => void | Promise<void>

/** Milliseconds. */
export const HOUR = 3_600_000

/** Picks by chance; nothing from an empty list. */
export function pick<T>({ random }: World, list: readonly T[]): T | undefined {
  return list[Math.floor(random() * list.length)]
}

export function pickPerson(world: World): SimulatedPerson {
  const person = pick(world, world.people)
  if (person === undefined) throw new Error('a simulation has people')
  return person
}

/** Finds the one person who may delete the account. */
export function findLeaver({ people }: World): SimulatedPerson {
  const person = people.at(-1)
  if (person === undefined) throw new Error('a simulation has people')
  return person
}

/** Sends a call, and goes on without waiting for its answer. */
export function send(
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
export function newKey({ world, history }: Simulation): string | undefined {
  return world.random() < 0.7 ? `key-${history.calls.length}` : undefined
}
