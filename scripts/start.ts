// `npm start`: builds the hub if the build is stale. Then it serves in this same process, so that
// signals reach the server itself.
import { ensureBuilt } from './build.ts'
import { endOnSignals } from './child.ts'
import { builtServers } from './servers.ts'

const leaveSignals = endOnSignals()
try {
  await ensureBuilt()
  leaveSignals()
  const { run } = await builtServers()
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
