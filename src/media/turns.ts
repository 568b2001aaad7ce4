/** Chooses the next of the waiting jobs, so that users take turns. */
type Turns = {
  /**
   * @param waiting the user of each waiting job
   * @param served the users of the running jobs, once for each job
   * @returns the index of the next job: of the user with the fewest running jobs, then with the
   *   oldest turn, then the first
   */
  next(waiting: readonly string[], served: readonly string[]): number
}

export function createTurns(): Turns {
  const last = new Map<string, number>()
  let turn = 0
  return {
    next(waiting, served) {
      const busy = (person: string): number => served.filter(each => each === person).length
      const before = (a: string, b: string): number =>
        busy(a) - busy(b) || (last.get(a) ?? 0) - (last.get(b) ?? 0)
      const [chosen = ''] = [...new Set(waiting)].toSorted(before)
      // Forget users with no waiting job. A returning user starts without a turn.
      for (const person of last.keys()) if (!waiting.includes(person)) last.delete(person)
      last.set(chosen, ++turn)
      return waiting.indexOf(chosen)
    }
  }
}
