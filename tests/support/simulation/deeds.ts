import { leave } from './account-deeds.ts'
import { pick, send, type Deed, type Simulation } from './deed.ts'
import {
  fill,
  kill,
  light,
  refuse,
  rest,
  setBack,
  sleep,
  stripeSulks,
  wait
} from './fault-deeds.ts'
import { order, pay, payAtStripe, redeem, refresh, refund, tell } from './money-deeds.ts'
import { beginAnswer, beginTask, end, repeat, repeatLater, retry } from './work-deeds.ts'

/** Repeats a new call at once, as an impatient program does. */
const hurry: Deed = async simulation => {
  const { world, history } = simulation
  const before = history.calls.length
  await pick(world, [beginTask, beginAnswer, order, redeem])?.(simulation)
  const call = history.calls[before]
  for (let times = 0; times < 3; times++) if (call?.key !== undefined) void send(simulation, call)
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
  [2, stripeSulks],
  [2, leave]
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
