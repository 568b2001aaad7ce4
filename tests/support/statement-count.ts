import { StatementSync } from 'node:sqlite'
import { vi } from 'vitest'

/**
 * Statements of timers that run every few milliseconds whatever is called: the one that watches API
 * keys and the one that sends mails.
 */
const LOOK = /"credential"\."id" in|update "mail"/

/** Runs work. @returns the statements that SQLite ran meanwhile */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spies = (['run', 'all'] as const).map(name => vi.spyOn(StatementSync.prototype, name))
  await work()
  const ran = spies.flatMap(({ mock }) =>
    mock.contexts.map(each => (each as StatementSync).sourceSQL)
  )
  spies.forEach(spy => spy.mockRestore())
  return ran.filter(each => !LOOK.test(each))
}

/**
 * Runs the calls and returns the statements of the call with the fewest, since a timer of the
 * studio may add statements to the others.
 */
export async function fewestStatements(
  calls: readonly (() => Promise<unknown>)[]
): Promise<string[]> {
  const all: string[][] = []
  for (const call of calls) all.push(await statementsOf(call))
  return all.toSorted((one, other) => one.length - other.length)[0] ?? []
}
