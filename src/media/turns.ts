/** Who is served next of those who stand in a line, some of them more than once. */
type Turns = {
  /**
   * @param waiting who has asked for each place of the line
   * @param served who is being served, once for each time
   * @returns the place whose turn it is: the one who is served least, then the one whose last turn is longest ago, then the first
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
      // Who is not in the line any more is a stranger when they come again.
      for (const person of last.keys()) if (!waiting.includes(person)) last.delete(person)
      last.set(chosen, ++turn)
      return waiting.indexOf(chosen)
    }
  }
}
