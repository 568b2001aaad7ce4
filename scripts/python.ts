import { spawnSync } from 'node:child_process'
import { installPackages } from './packages.ts'

/** Are Python and its library requests installed? The documentation's snippets use them. */
function hasRequests(environment: NodeJS.ProcessEnv): boolean {
  return (
    spawnSync('python3', ['-c', 'import requests'], { env: environment, stdio: 'ignore' })
      .status === 0
  )
}

/**
 * Makes sure that Python and requests are installed; installs Debian's with apt-get if they are
 * not.
 * @throws Error saying what to do if the installation fails
 */
export async function ensureRequests(environment: NodeJS.ProcessEnv = process.env): Promise<void> {
  if (hasRequests(environment)) return
  process.stdout.write(
    "Python's requests was not found: installing Debian's with apt-get, about 30 MB.\n"
  )
  await installPackages(['python3', 'python3-requests'], environment, 'Install python3-requests.')
  if (!hasRequests(environment))
    throw new Error('apt-get installed python3-requests, yet python3 does not find it.')
}
