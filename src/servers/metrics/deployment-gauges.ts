import { Gauge, type Registry } from 'prom-client'
import { microToCredits } from '#core/money.ts'
import type { DeploymentFacts } from '#servers/metrics/deployment-facts.ts'
import type { OpenRuns } from '#servers/runs/open-runs.ts'

/** The end of each help text: a sum over the processes would count everything several times. */
const SHARED = 'Read from the database: the same in each process.'

/** Registers the facts of the whole deployment. @returns a function that sets them */
export function createDeploymentGauges(
  registry: Registry
): (facts: DeploymentFacts | null) => void {
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name: `polymuse_${name}`, help, labelNames, registers: [registry] })
  const shared = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    gauge(name, `${help} ${SHARED}`, labelNames)
  const up = gauge('database_up', '1 if the database answered this process, else 0.')
  const labelled = {
    open: shared('runs_open', 'Answers and tasks that wait or run.', ['service', 'state']),
    age: shared('runs_oldest_age_seconds', 'Age of the oldest of them.', ['service', 'state']),
    held: shared('credits_held', 'Credits that are set aside for open runs.', ['fund']),
    waiting: shared('messages_waiting', 'Messages to be sent, also after a failure.', ['queue'])
  }
  const plain = {
    overdue: shared('runs_overdue', 'Tasks past their deadline, and answers that nobody ends.'),
    processes: shared('processes', 'Processes with a recent heartbeat.'),
    bytes: shared('database_size_bytes', 'Size of the database.'),
    disagreements: shared('ledger_disagreements', 'Rows that the last check found wrong.'),
    checked: shared('ledger_check_timestamp_seconds', 'End of the last check of the ledger.'),
    took: shared('ledger_check_duration_seconds', 'Duration of the last check of the ledger.')
  }
  return facts => {
    // A number that is not known now is removed, since an old one would look like a new one.
    for (const each of Object.values(labelled)) each.reset()
    for (const each of Object.values(plain)) each.remove()
    up.set(facts === null ? 0 : 1)
    if (facts === null) return
    setRuns({ ...labelled, ...plain }, facts)
    for (const { queue, count } of facts.waiting) labelled.waiting.set({ queue }, count)
    plain.processes.set(facts.processes)
    plain.bytes.set(facts.bytes)
    const { ledger } = facts
    if (ledger === null) return
    plain.disagreements.set(ledger.disagreements)
    plain.checked.set(ledger.at / 1000)
    plain.took.set(ledger.took / 1000)
  }
}

type RunGauges = Record<'open' | 'age', Gauge<'service' | 'state'>> & {
  overdue: Gauge
  held: Gauge<'fund'>
}

function setRuns({ open, age, overdue, held }: RunGauges, { runs, now }: DeploymentFacts): void {
  const groups = Map.groupBy(runs, ({ service, state }) => `${service} ${state}`)
  for (const group of groups.values()) {
    const { service = '', state = '' } = group[0] ?? {}
    open.set({ service, state }, sum(group, 'count'))
    const oldest = Math.min(...group.map(each => each.oldest))
    age.set({ service, state }, Math.max(0, now - oldest) / 1000)
  }
  overdue.set(sum(runs, 'overdue'))
  for (const fund of ['real', 'sandbox'] as const)
    held.set(
      { fund },
      microToCredits(
        sum(
          runs.filter(each => each.fund === fund),
          'held'
        )
      )
    )
}

function sum(runs: readonly OpenRuns[], name: 'count' | 'overdue' | 'held'): number {
  return runs.reduce((all, run) => all + run[name], 0)
}
