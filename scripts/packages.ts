import { runChild } from './child.ts'

/**
 * Installs Debian's packages, asking nothing; by sudo where this is not root.
 * @param advice what to do when that fails
 * @throws Error with the command that failed
 */
export async function installPackages(names: readonly string[], environment: NodeJS.ProcessEnv, advice: string): Promise<void> {
  const commands = [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', ...names]
  ]
  const root = process.getuid?.() === 0
  for (const command of commands) {
    const [program = '', ...args] = root ? command : ['sudo', 'env', 'DEBIAN_FRONTEND=noninteractive', ...command]
    const env = { ...environment, DEBIAN_FRONTEND: 'noninteractive' }
    const code = await runChild(program, args, { env }).catch(() => 127)
    if (code !== 0) throw new Error(`The tests need ${names.join(' and ')}, and "${[program, ...args].join(' ')}" failed. ${advice}`)
  }
}
