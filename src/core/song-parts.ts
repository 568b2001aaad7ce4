import type { Field } from '#core/field.ts'
import { findTaskAction, taskOutputs, type Output } from '#core/output.ts'
import type { FollowUp, Service } from '#core/service.ts'

/** A run, as far as its parts depend on it. */
type Run = {
  id: string
  type: string
  request: Output
  response?: Output | undefined
}

/** A run in its place in the list. */
type Placed<R> = {
  run: R
  /** The number of its part of a longer song, from 1; undefined if it is none. */
  part: number | undefined
  /** Another part of the same song is above it. */
  joined: boolean
}

type Actions = NonNullable<Service['actions']>

/**
 * Puts the parts of a song that was extended below each other, at the place of the newest one, and
 * numbers them. A part whose beginning is not in the list has no number.
 * @param runs newest first
 */
export function groupSongParts<R extends Run>(
  runs: readonly R[],
  service: Pick<Service, 'actions'>
): Placed<R>[] {
  const { actions = {} } = service
  const extending = Object.values(actions).flatMap(({ followUps = [] }) =>
    followUps.filter(each => each.id === 'extend' && sourceOf(each, actions) !== '')
  )
  const made = new Map<unknown, R>()
  for (const run of runs) for (const name of namesOf(run, service)) made.set(name, run)
  const before = new Map<R, R | undefined>()
  for (const run of runs) {
    const step = extending.find(each => isMadeBy(each, run, service))
    if (step !== undefined) before.set(run, made.get(run.request[sourceOf(step, actions)]))
  }
  const groups = Map.groupBy(runs, run => chainOf(run, before)[0])
  return [...groups.values()].flatMap(group =>
    group.map((run, index) => {
      const chain = chainOf(run, before)
      const [first = run] = chain
      const isPart = group.length > 1 && !before.has(first)
      return { run, part: isPart ? chain.length : undefined, joined: index > 0 }
    })
  )
}

/** Lists the values by which the outputs of a run are extended. */
function namesOf({ type, response }: Run, service: Pick<Service, 'actions'>): string[] {
  const { action } = findTaskAction(service, type) ?? {}
  const step = action?.followUps?.find(({ id }) => id === 'extend')
  if (action === undefined || step === undefined) return []
  const value = String(step.set[sourceOf(step, service.actions ?? {})]).slice(1)
  return taskOutputs(response, action.shows.field)
    .map(output => output[value])
    .filter(name => typeof name === 'string')
}

/** Returns the field by which a follow-up names the earlier result. */
function sourceOf({ action, set }: FollowUp, actions: Actions): string {
  return Object.keys(set).find(name => fieldIn(actions, action, name)?.type === 'id') ?? ''
}

/** Checks whether a run has the choices that a follow-up makes. */
function isMadeBy({ action, set }: FollowUp, run: Run, service: Pick<Service, 'actions'>): boolean {
  const { actions = {} } = service
  return (
    findTaskAction(service, run.type)?.verb === action &&
    Object.entries(set).every(
      ([name, value]) =>
        fieldIn(actions, action, name)?.type !== 'choice' ||
        String(value).startsWith('$') ||
        run.request[name] === value
    )
  )
}

function fieldIn(actions: Actions, verb: string, name: string): Field | undefined {
  return actions[verb]?.fields[name]
}

/** Lists a run and those before it, the first one first. */
function chainOf<R>(run: R, before: ReadonlyMap<R, R | undefined>): R[] {
  const chain = [run]
  // A run cannot come before itself, unless ids were made up.
  for (let next = before.get(run); next !== undefined; next = before.get(next)) {
    if (chain.includes(next)) break
    chain.unshift(next)
  }
  return chain
}
