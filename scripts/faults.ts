// `npm run faults`: the full counts of what `npm test` does in small doses. Kills servers with -9, on both databases.
import { killChats, killWorkers, type FaultReport } from '../tests/support/faults.ts'
import { endOnSignals } from './child.ts'
import { startPostgres } from './postgres.ts'

const seed = Number(process.argv[2] ?? Date.now() % 1_000_000)
const own = process.env['TEST_DATABASE_URL'] ? null : await startPostgres()
endOnSignals(async () => own?.stop())
process.env['TEST_DATABASE_URL'] ??= own?.url
process.stdout.write(`seed ${seed}\n`)
let failed = 0
for (const kind of ['sqlite', 'postgres'] as const) {
  const doses: Record<string, () => Promise<FaultReport & { submissions?: number[] }>> = {
    '50 kills under chats': () => killChats(kind, 50, seed),
    '500 tasks': () => killWorkers(kind, 500, seed)
  }
  for (const [name, work] of Object.entries(doses)) {
    const started = performance.now()
    const report = await work()
    const twice = (report.submissions ?? []).filter(count => count > 1).length
    const well = report.unfinished === 0 && report.disagreements.length === 0 && twice === 0
    if (!well) failed++
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    process.stdout.write(
      `${well ? 'well' : 'WRONG'}  ${kind}  ${name}  ${seconds} s  ${JSON.stringify({ ...report, submissions: undefined, twice })}\n`
    )
  }
}
await own?.stop()
process.exitCode = failed > 0 ? 1 : 0
