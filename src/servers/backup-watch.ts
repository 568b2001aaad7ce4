import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { claimBackup, readBackupState, storeBackupState } from '#servers/backup-state.ts'
import { findCommand } from '#servers/find-command.ts'
import type { Context } from '#servers/lib/context.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * Milliseconds. `FIRST`: from the start of a process to its first look. `LOOK`: between two looks
 * whether something is due. `AGAIN`: after a failure. `HOLD`: between two renewals of the claim.
 * `WEEK`: between two drills.
 */
const FIRST = 3 * MINUTE
const LOOK = 5 * MINUTE
const AGAIN = 60 * MINUTE
const HOLD = 10 * MINUTE
const WEEK = 7 * DAY

/** Milliseconds that a stop waits for a command to clean up. */
const STOP_PATIENCE = 4000

/** Characters of a command's output that are kept as the reason of a failure. */
const LONGEST_REASON = 500

/**
 * Runs a command of `scripts/`, and returns its exit code and what it printed. The signal ends it.
 */
export type CommandRunner = (
  args: readonly string[],
  signal: AbortSignal
) => Promise<{ code: number; output: string }>

type Needs = Pick<Context, 'config' | 'database' | 'clock' | 'log'>

/** The folder of the program. This file is bundled, so the path fits both places. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs a command in a process of its own, since checking a large database would hold up every
 * request. It has the environment of this process.
 */
const runScript: CommandRunner = ([name = '', ...words], signal) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...findCommand(ROOT, name), ...words], {
      signal,
      killSignal: 'SIGTERM',
      stdio: ['ignore', 'pipe', 'pipe']
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', reject)
    child.once('close', code => resolve({ code: code ?? 1, output: output.trim() }))
  })

/**
 * Makes a backup if one is due, and once a week tries whether the newest one can be restored.
 * Another process may have claimed it: then nothing happens.
 */
export async function makeDueBackup(
  context: Needs,
  run: CommandRunner,
  signal: AbortSignal
): Promise<void> {
  const { folder, every } = context.config.backups
  if (folder === null) return
  const now = context.clock.now()
  const { doneAt, drillAt, drillFailedAt } = await readBackupState(context)
  const isDue = doneAt === null || now - doneAt >= every
  const tried = Math.max(drillAt ?? 0, drillFailedAt ?? 0)
  const isDrillDue = doneAt !== null && now - tried >= WEEK
  if (!isDue && !isDrillDue) return
  if (!(await claimBackup(context, Math.min(every, AGAIN)))) return
  // A large backup may take hours, in which no other process may begin one.
  const holding = setInterval(() => {
    claimBackup(context, 0).catch((error: unknown) =>
      context.log.warn({ err: error }, 'the claim of a backup could not be renewed')
    )
  }, HOLD).unref()
  await perform(context, run, signal, !isDue).finally(() => clearInterval(holding))
}

async function perform(
  context: Needs,
  run: CommandRunner,
  signal: AbortSignal,
  isDrill: boolean
): Promise<void> {
  const { code, output } = await run(isDrill ? ['backup', '--drill'] : ['backup'], signal)
  // A stop of the server is no failure. The next start begins again.
  if (signal.aborted) return
  const now = context.clock.now()
  const reason = code === 0 ? '' : output.slice(-LONGEST_REASON)
  if (code === 0) context.log.info({ output }, isDrill ? 'the backup was tried' : 'backup made')
  else context.log.error({ output }, isDrill ? 'the drill failed' : 'the backup failed')
  if (isDrill)
    await storeBackupState(context, {
      ...(code === 0 ? { drillAt: now, drillFailedAt: null } : { drillFailedAt: now }),
      drillReason: reason
    })
  else
    await storeBackupState(context, {
      ...(code === 0 ? { doneAt: now, failedAt: null } : { failedAt: now }),
      reason
    })
}

/** Makes scheduled backups, if a folder is set. No start or request waits for them. */
export function startBackupWatch(
  context: Needs,
  run: CommandRunner = runScript
): { stop(): Promise<void> } {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  async function look(): Promise<void> {
    try {
      await makeDueBackup(context, run, ending.signal)
    } catch (error) {
      if (!ending.signal.aborted) context.log.error({ err: error }, 'a backup could not be started')
    }
    plan(LOOK)
  }

  function plan(pause: number): void {
    if (ending.signal.aborted || context.config.backups.folder === null) return
    timer = setTimeout(() => {
      running = look()
    }, pause).unref()
  }

  plan(FIRST)
  return {
    async stop() {
      ending.abort()
      clearTimeout(timer)
      await Promise.race([running, wait(STOP_PATIENCE, undefined, { ref: false })])
    }
  }
}
