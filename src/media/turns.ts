/** Chooses the next of the waiting jobs, so that users take turns. */
type Turns = {
  /**
   * @param waiting the user of each waiting job
   * @param served the user of each running job, so a user may be listed several times
   * @returns the index of the next job. It belongs to the user with the fewest running jobs; among
   * several such users, to the one whose last turn is longest ago; otherwise it is the first job.
   */
  next(waiting: readonly string[], served: readonly string[]): number
}

export function createTurnScheduler(): Turns {
  const last = new Map<string, number>()
  let turn = 0
  return {
    next(waiting, served) {
      const busy = (person: string): number => served.filter(each => each === person).length
      const before = (a: string, b: string): number =>
        busy(a) - busy(b) || (last.get(a) ?? 0) - (last.get(b) ?? 0)
      const [chosen = ''] = [...new Set(waiting)].toSorted(before)
      // Forget users with no waiting job. If they return, they count as users without an earlier
      // turn.
      for (const person of last.keys()) if (!waiting.includes(person)) last.delete(person)
      last.set(chosen, ++turn)
      return waiting.indexOf(chosen)
    }
  }
}
