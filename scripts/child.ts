import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { constants } from 'node:os'

/**
 * Keeps the space for young objects small, in MB. A larger one is collected less often, but touches
 * more memory, and the first use of a page of memory is slow on virtual machines: with 64 MB the
 * server tests need a tenth more processor time. With 2 MB they need a tenth more too.
 */
export const SMALL_YOUNG_SPACE = '--max-semi-space-size=8'

const running = new Set<ChildProcess>()
let ending = false

/** Starts a child that {@link endChildren} ends if this process receives a signal to stop. */
export function startChild(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {}
): ChildProcess {
  if (ending) throw new Error('stopping')
  const child = spawn(command, args, options)
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

/**
 * Runs a child to its end and passes its output through.
 * @returns its exit code; 128 plus the signal's number if a signal ended it
 * @throws Error when it cannot be started
 */
export function runChild(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {}
): Promise<number> {
  return exitCode(startChild(command, args, { stdio: 'inherit', ...options }))
}

function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM'])
    )
  })
}

/** Number of characters of a child's standard error that are kept. */
const KEPT = 10_000

/**
 * Runs a child as {@link runChild} does, passes its output through and keeps the end of its
 * standard error.
 */
export async function runKeeping(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {}
): Promise<{ code: number; said: string }> {
  let said = ''
  const child = startChild(command, args, { ...options, stdio: ['ignore', 'inherit', 'pipe'] })
  child.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk)
    said = (said + chunk.toString()).slice(-KEPT)
  })
  return { code: await exitCode(child), said }
}

/**
 * Ends every running child that was started here, each by its own id, and waits until it is gone.
 * No child can be started afterwards.
 */
export async function endChildren(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  ending = true
  await Promise.all([...running].map(child => endChild(child, signal)))
}

/** Ends one child. Kills it if it still runs after ten seconds. */
export async function endChild(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGTERM'
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(resolve => child.once('exit', resolve))
  send(child, signal)
  const deadline = setTimeout(() => send(child, 'SIGKILL'), 10_000)
  await gone
  clearTimeout(deadline)
}

/**
 * Signals the child. If it was started `detached`, its own children get the signal too: they form a
 * group under its id.
 */
function send(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    child.kill(signal)
  }
}

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

/**
 * On Ctrl+C, a closed terminal or a request to stop: ends the children, runs `cleanUp`, exits.
 * @returns a function that removes these signal handlers
 */
export function endOnSignals(cleanUp: () => Promise<void> = async () => undefined): () => void {
  const end = (signal: keyof typeof SIGNALS): void => {
    void endChildren()
      .then(cleanUp)
      .finally(() => process.exit(SIGNALS[signal]))
  }
  const names = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[]
  for (const name of names) process.once(name, end)
  return () => names.forEach(name => process.off(name, end))
}
