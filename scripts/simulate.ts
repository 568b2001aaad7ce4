// `npm run simulate -- --seed N --seeds K --steps M`: runs the product on a virtual clock with seeded
// faults, K times from seed N on. The first seed that breaks something is shown with all its events,
// and `--journal` shows those of all seeds.
import { parseArgs } from 'node:util'
import { simulate } from '../tests/support/simulation/simulate.ts'
import { makeTemplate } from '../tests/support/simulation/template.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    steps: { type: 'string', default: '60' },
    journal: { type: 'boolean', default: false }
  }
})
const [seed, seeds, steps] = [Number(values.seed), Number(values.seeds), Number(values.steps)]
const template = await makeTemplate()
// Modules that load on first use would make the first seed differ from its repetition.
await simulate(template, 0, 30)
const sums: Record<string, number> = {}
let broken = false
for (let each = seed; each < seed + seeds && !broken; each++) {
  const report = await simulate(template, each, steps)
  for (const [name, count] of Object.entries(report.counts)) sums[name] = (sums[name] ?? 0) + count
  broken = report.broken.length > 0
  if (broken || values.journal) process.stdout.write(`seed ${each}\n${report.journal.join('\n')}\n`)
  if (broken) {
    const lines = report.broken.map(line => `  ${line}\n`).join('')
    process.stdout.write(`seed ${each} is broken at step ${report.steps}:\n${lines}`)
  }
}
const result = broken ? 'are not' : 'are'
process.stdout.write(`${seeds} seeds from ${seed} ${result} well: ${JSON.stringify(sums)}\n`)
process.exitCode = broken ? 1 : 0
