import { SANDBOXES } from '#catalog/sandboxes.server.ts'
import type { SandboxAction, SandboxService, SandboxStudio } from '#providers/sandbox.ts'
import { FULL_DOSE } from './dose.ts'

/** Frames a second of a clip, which are almost all of its work: five seconds at 24 take a processor 13 seconds. */
const FPS = 3

type Order = Readonly<Record<string, unknown>>

/** An order whose work is done sooner: everything that an answer tells stays, such as length and size. */
function lighter(kind: string, order: Order): Order {
  if (kind === 'clip') return { ...order, fps: FPS }
  return kind === 'song' ? { parts: ['drums'], ...order } : order
}

function lighten(action: SandboxAction): SandboxAction {
  const make: SandboxAction['make'] = (order, studio) => {
    // The kind of an order tells its fields, which a union cannot say.
    const run = (kind: string, asked: Order): unknown => studio.run(kind as never, lighter(kind, asked) as never)
    return action.make(order, { ...studio, run: run as SandboxStudio['run'] })
  }
  return { ...action, make }
}

const DONE = Symbol.for('polymuse.light-media')

// Files that share a worker share its modules as well.
if (!FULL_DOSE && !(DONE in SANDBOXES)) {
  const services = Object.entries(SANDBOXES).map(([name, service]): [string, SandboxService] => {
    const actions = Object.entries(service).map(([verb, action]): [string, SandboxAction] => [verb, lighten(action)])
    return [name, Object.fromEntries(actions)]
  })
  Object.assign(SANDBOXES, Object.fromEntries(services), { [DONE]: true })
}
