// `npm run bench`: measures how much work reading costs a browser and the server. It prints ratios
// between two measurements of one run, since times alone depend on the machine, and writes the same
// lines to `bench.json` (or to the file that BENCH_FILE names).
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { chromium } from 'playwright'
import { DOSE } from './bench/dose.ts'
import { measureFeeds } from './bench/feeds.ts'
import { measureFirst } from './bench/first.ts'
import { measureFlood } from './bench/flood.ts'
import { measureGateway } from './bench/gateway.ts'
import { measureGrowth } from './bench/growth.ts'
import { measureLedger } from './bench/ledger.ts'
import { measureList } from './bench/list.ts'
import { measureLoad } from './bench/load.ts'
import { measureLong } from './bench/long.ts'
import { measureMemory } from './bench/memory.ts'
import { measurePages } from './bench/pages.ts'
import { measureSizes } from './bench/sizes.ts'
import { measureStream } from './bench/stream.ts'
import { ensureBuilt } from './build.ts'
import { endOnSignals } from './child.ts'
import { CHROMIUM_ARGS, ensureChromium } from './chromium.ts'
import { startPostgres } from './postgres.ts'

const PARTS = {
  stream: measureStream,
  long: measureLong,
  list: measureList,
  first: measureFirst,
  pages: measurePages,
  growth: measureGrowth,
  ledger: measureLedger,
  memory: measureMemory,
  feeds: measureFeeds,
  gateway: measureGateway,
  sizes: measureSizes,
  load: measureLoad,
  flood: measureFlood
}

const chosen = process.argv.slice(2)
await ensureBuilt()
const postgres = process.env['TEST_DATABASE_URL']
  ? null
  : await startPostgres(undefined, { durable: true })
endOnSignals(async () => postgres?.stop())
if (postgres !== null) process.env['TEST_DATABASE_URL'] = postgres.url
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: [...CHROMIUM_ARGS]
})
const results: Record<string, string[]> = {}
try {
  for (const [name, measure] of Object.entries(PARTS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    const found = await measure(browser)
    process.stdout.write(`${found}\n\n`)
    results[name] = found.split('\n')
  }
} finally {
  await browser.close()
  await postgres?.stop()
}
const report = {
  at: new Date().toISOString(),
  node: process.version,
  cores: availableParallelism(),
  dose: DOSE,
  results
}
writeFileSync(process.env['BENCH_FILE'] ?? 'bench.json', `${JSON.stringify(report, null, 2)}\n`)
