// `npm run bench`: measures how much work reading costs a browser and the server. It prints ratios
// between two measurements of one run, since times alone depend on the machine.
import { chromium } from 'playwright'
import { measureGateway } from './bench/gateway.ts'
import { measureGrowth } from './bench/growth.ts'
import { measureList } from './bench/list.ts'
import { measureLong } from './bench/long.ts'
import { measureMemory } from './bench/memory.ts'
import { measurePages } from './bench/pages.ts'
import { measureStream } from './bench/stream.ts'
import { ensureBuilt } from './build.ts'
import { CHROMIUM_ARGS, ensureChromium } from './chromium.ts'

const PARTS = {
  stream: measureStream,
  long: measureLong,
  list: measureList,
  pages: measurePages,
  growth: measureGrowth,
  memory: measureMemory,
  gateway: measureGateway
}

const chosen = process.argv.slice(2)
await ensureBuilt()
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: [...CHROMIUM_ARGS]
})
try {
  for (const [name, measure] of Object.entries(PARTS)) {
    if (chosen.length === 0 || chosen.includes(name))
      process.stdout.write(`${await measure(browser)}\n\n`)
  }
} finally {
  await browser.close()
}
