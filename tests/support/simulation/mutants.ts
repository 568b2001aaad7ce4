/** A change of one line that breaks a promise. The simulation must notice it. */
export type Mutant = {
  /** The promise that it breaks. */
  breaks: string
  file: string
  /** Text that occurs in the file once, and its replacement. */
  from: string
  to: string
}

/** Lines of the engines, each broken in one way. */
export const MUTANTS: readonly Mutant[] = [
  {
    breaks: 'a balance is the sum of its entries',
    file: 'src/servers/ledger/ledger.ts',
    from: 'const period = await addToFund(tx, booking, back)',
    to: 'const period = await addToFund(tx, booking, 0)'
  },
  {
    breaks: 'what a run costs is taken from its plan',
    file: 'src/servers/ledger/ledger.ts',
    from: 'const back = booking.amount - charged',
    to: 'const back = booking.amount'
  },
  {
    breaks: 'a key begins one run',
    file: 'src/servers/runs/begin.ts',
    from: 'if (once !== null && !(await claimIdempotencyKey(tx, once, run.now, { run_id: run.id })))',
    to: 'if (once === undefined)'
  },
  {
    breaks: 'a run does not begin after its user has left',
    file: 'src/servers/runs/begin.ts',
    from: 'await lockAccount(database, tx, run.caller)',
    to: ''
  },
  {
    breaks: 'a user who leaves has no work under way',
    file: 'src/servers/auth/account/delete.ts',
    from: 'if (await hasRunningWork(tx, person.id))',
    to: 'if (person.id === "")'
  },
  {
    breaks: 'what is written after a user has left is erased',
    file: 'src/servers/auth/auth.ts',
    from: '[sweepSignIns, repeatDeletions, reseal]',
    to: '[sweepSignIns, reseal]'
  },
  {
    breaks: 'the prompts of a deleted account are erased',
    file: 'src/servers/people/erase.ts',
    from: 'await forgetUserRuns(tx, userId)',
    to: ''
  },
  {
    breaks: 'an image that was not delivered costs nothing',
    file: 'src/servers/api/tasks/end.ts',
    from: 'Math.ceil(task.held * end.part)',
    to: 'task.held'
  },
  {
    breaks: 'a vendor gets a task once',
    file: 'src/servers/api/tasks/work.ts',
    from: 'if (task.started_at !== null)',
    to: 'if (task.started_at === -1)'
  },
  {
    breaks: 'the events of a run have no gap',
    file: 'src/servers/runs/event-log.ts',
    from: 'this.#insert(tx, [...kept, next(data)])',
    to: 'this.#insert(tx, [next(data)])'
  },
  {
    breaks: 'a repeated question gets the same words',
    file: 'src/servers/api/chat/merge-answers.ts',
    from: 'joinEvents(events.map(({ data }) => data))',
    to: 'joinEvents(events.slice(2).map(({ data }) => data))'
  },
  {
    breaks: 'the effect of a dead call is not repeated',
    file: 'src/servers/lib/once-calls.ts',
    from: 'return row.effect === null ? {} : { effect: this.#open(row.effect) }',
    to: 'return {}'
  },
  {
    breaks: 'an answer whose process died ends',
    file: 'src/servers/runs/lease.ts',
    from: `.where('state', '=', 'running')
    .where('lease_until', '<', now)`,
    to: `.where('state', '=', 'running')
    .where('lease_until', '<', 0)`
  },
  {
    breaks: 'money is sent back once',
    file: 'src/servers/platform/orders/send-back.ts',
    from: '{ cents, reference: id }',
    to: '{ cents, reference: `${id}-${Math.random()}` }'
  },
  {
    breaks: 'a payment without a report is found',
    file: 'src/servers/platform/orders/reconcile.ts',
    from: 'const UNTIL = 90 * 24 * 3_600_000',
    to: 'const UNTIL = 60_000'
  }
]
