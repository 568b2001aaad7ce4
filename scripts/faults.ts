// `npm run faults`: runs the fault tests of `npm test` with full counts. It kills servers with -9,
// on both databases.
import { killChats, killWorkers, type FaultReport } from '../tests/support/faults.ts'
import { endOnSignals } from './child.ts'
import { startPostgres } from './postgres.ts'

const seed = Number(process.argv[2] ?? Date.now() % 1_000_000)
/**
 * Share of the full counts. The arguments are a seed, this share and a database: `npm run faults --
 * 7 0.01 sqlite` tries out the command itself.
 */
const share = Number(process.argv[3] ?? 1)
const [kills, tasks] = [Math.ceil(50 * share), Math.ceil(500 * share)]
const kinds = (['sqlite', 'postgres'] as const).filter(kind => (process.argv[4] ?? kind) === kind)
const own =
  process.env['TEST_DATABASE_URL'] || !kinds.includes('postgres') ? null : await startPostgres()
endOnSignals(async () => own?.stop())
if (own !== null) process.env['TEST_DATABASE_URL'] = own.url
process.stdout.write(`seed ${seed}\n`)
let failed = 0
for (const kind of kinds) {
  const doses: Record<string, () => Promise<FaultReport & { submissions?: number[] }>> = {
    [`${kills} kills under chats`]: () => killChats(kind, kills, seed),
    [`${tasks} tasks`]: () => killWorkers(kind, tasks, seed)
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
