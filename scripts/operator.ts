import type { Config } from '#servers/config.ts'
import { loadSettings } from '#servers/environment.ts'
import type { CommandProgress } from '#servers/operation/progress.ts'

/**
 * Runs a command for an operator. It prints the command's lines; a failure prints a sentence and
 * sets exit code 1. Ctrl+C lets the command clean up.
 * @param failed the text before the reason of a failure
 * @param work returns false if it completed but found something wrong
 */
export async function tellOperator(
  failed: string,
  work: (telling: CommandProgress) => Promise<boolean | void>
): Promise<void> {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => ending.abort(new Error('it was stopped')))
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  try {
    if ((await work({ say, signal: ending.signal })) === false) process.exitCode = 1
  } catch (error) {
    process.stderr.write(
      `${failed}: ${reasonOf(ending.signal.aborted ? ending.signal.reason : error)}\n`
    )
    process.exitCode = 1
  }
}

/**
 * Reads the configuration of a command from its environment and files. Warnings are printed as
 * errors are.
 * @throws ConfigError that names everything wrong
 */
export function readOwnConfig(): Config {
  const { config, warnings } = loadSettings(process.env)
  for (const warning of warnings) process.stderr.write(`Warning: ${warning}\n`)
  return config
}

/**
 * Reads the folder from the command line.
 * @throws Error with the usage if no folder is given
 */
export function folderGiven(usage: string): string {
  const [folder] = process.argv.slice(2)
  if (folder === undefined || folder === '') throw new Error(`name a folder: ${usage}`)
  return folder
}

/**
 * Returns the message of an error, or its code: a database that cannot be reached gives only a
 * code.
 */
function reasonOf(error: unknown): string {
  const { message = String(error), code = '' } = error as { message?: string; code?: string }
  return message || code
}
