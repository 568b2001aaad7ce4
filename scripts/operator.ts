import type { Telling } from '#servers/operation/progress.ts'

/**
 * Runs what an operator asked for on a command line: its lines go to the output, a failure is a sentence and exit code 1.
 * Ctrl+C lets it clean up after itself.
 * @param failed what to say in front of the reason
 * @param work gives false when it went to its end, but something is wrong
 */
export async function tellOperator(failed: string, work: (telling: Telling) => Promise<boolean | void>): Promise<void> {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ending.abort(new Error('it was stopped')))
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  try {
    if ((await work({ say, signal: ending.signal })) === false) process.exitCode = 1
  } catch (error) {
    process.stderr.write(`${failed}: ${reasonOf(ending.signal.aborted ? ending.signal.reason : error)}\n`)
    process.exitCode = 1
  }
}

/** The folder that a command is given. @throws Error with how it is called */
export function folderGiven(usage: string): string {
  const [folder] = process.argv.slice(2)
  if (folder === undefined || folder === '') throw new Error(`name a folder: ${usage}`)
  return folder
}

/** A database that does not answer has a code and no message. */
function reasonOf(error: unknown): string {
  const { message = String(error), code = '' } = error as { message?: string; code?: string }
  return message || code
}
