// `npm start`: builds the hub if the build is stale. Then it serves in this same process, so that
// signals reach the server itself. Another process builds, and this file is JavaScript, because
// Node's reader of TypeScript takes 20 MB that a server would keep.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const SIGNALS = /** @type {const} */ (['SIGHUP', 'SIGINT', 'SIGTERM'])

/** @returns {Promise<number>} exit code of the build, which reports its own failure */
async function build() {
  const builder = spawn(process.execPath, [`${import.meta.dirname}/build.ts`], { stdio: 'inherit' })
  /** @param {NodeJS.Signals} signal */
  const forward = signal => void builder.kill(signal)
  for (const signal of SIGNALS) process.on(signal, forward)
  const [code] = await once(builder, 'exit')
  for (const signal of SIGNALS) process.off(signal, forward)
  return code ?? 1
}

process.exitCode = await build()
if (process.exitCode === 0) {
  const { href } = new URL('../dist/servers/main.mjs', import.meta.url)
  /** @type {typeof import('#servers/main.ts')} */
  const { runServer } = await import(href)
  await runServer()
}
