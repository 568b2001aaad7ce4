import { runChild } from './child.ts'

/**
 * Installs Debian packages without questions; uses sudo unless this process is root.
 * @param advice what the user can do if that fails
 * @throws Error with the command that failed
 */
export async function installPackages(
  names: readonly string[],
  environment: NodeJS.ProcessEnv,
  advice: string
): Promise<void> {
  const commands = [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', ...names]
  ]
  for (const command of commands) await runAsRoot(command, names, environment, advice)
}

/**
 * Downloads a Debian package without installing it. Needs root only if apt has no package lists
 * yet.
 * @param folder where the archive is left
 * @param advice what the user can do if that fails
 * @throws Error with the command that failed
 */
export async function downloadPackage(
  name: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
  advice: string
): Promise<void> {
  const download = (): Promise<number> =>
    runChild('apt-get', ['download', name], { cwd: folder, env: environment }).catch(
      () => NOT_STARTED
    )
  if ((await download()) === 0) return
  await runAsRoot(['apt-get', 'update'], [name], environment, advice)
  if ((await download()) !== 0) throw failed([name], ['apt-get', 'download', name], advice)
}

/** The exit code by which a shell reports a missing program. */
const NOT_STARTED = 127

async function runAsRoot(
  command: readonly string[],
  names: readonly string[],
  environment: NodeJS.ProcessEnv,
  advice: string
): Promise<void> {
  const root = process.getuid?.() === 0
  const words = root ? command : ['sudo', 'env', 'DEBIAN_FRONTEND=noninteractive', ...command]
  const [program = '', ...args] = words
  const env = { ...environment, DEBIAN_FRONTEND: 'noninteractive' }
  const code = await runChild(program, args, { env }).catch(() => NOT_STARTED)
  if (code !== 0) throw failed(names, words, advice)
}

function failed(names: readonly string[], command: readonly string[], advice: string): Error {
  return new Error(
    `The tests need ${names.join(' and ')}, and "${command.join(' ')}" failed. ${advice}`
  )
}
