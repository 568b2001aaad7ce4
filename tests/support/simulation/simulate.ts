import type { Simulation } from './deed.ts'
import { doAnything } from './deeds.ts'
import { findBrokenAtEnd } from './final.ts'
import { History } from './history.ts'
import { findBroken } from './invariants.ts'
import type { Template } from './template.ts'
import { openSimulatedWorld } from './world.ts'

/** Most things that happen at the same moment. */
const AT_ONCE = 3

/** Result of one simulation: all is well if nothing is broken. */
export type SimulationReport = {
  seed: number
  /** Steps that were taken, fewer than wanted if something broke. */
  steps: number
  broken: string[]
  /** Everything that happened, the first line first. */
  journal: string[]
  counts: { calls: number; runs: number; lives: number; payments: number }
}

/**
 * Runs the whole product in this process, on a virtual clock, against vendors and a disk with
 * faults. All chance comes from the seed, so the same seed leads to the same events.
 * @param steps number of steps; at each, up to three things happen at once
 */
export async function simulate(
  template: Template,
  seed: number,
  steps: number
): Promise<SimulationReport> {
  const world = await openSimulatedWorld(template, seed)
  const simulation: Simulation = { world, history: new History(), journal: [] }
  let lives = 1
  let step = 0
  let broken: string[] = []
  try {
    for (; step < steps && broken.length === 0; step++) {
      const many = 1 + Math.floor(world.random() * AT_ONCE)
      for (let times = 0; times < many; times++) if (world.isUp()) await doAnything(simulation)
      await world.time.settle()
      broken = await findBroken(simulation)
      if (world.isUp()) continue
      simulation.journal.push('a process starts')
      lives++
      await world.start()
    }
    if (broken.length === 0) broken = await findBrokenAtEnd(simulation)
    const runs = await world.view.db.selectFrom('run').select('id').execute()
    const counts = {
      calls: simulation.history.calls.length,
      runs: runs.length,
      lives,
      payments: [...world.stripe.sessions.values()].filter(each => each.payment_status === 'paid')
        .length
    }
    return { seed, steps: step, broken, journal: simulation.journal, counts }
  } finally {
    await world.close()
  }
}
