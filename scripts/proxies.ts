import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { downloadPackage, installPackages } from './packages.ts'

/** The web servers that `deploy/` has a file for. */
export type ProxyName = 'nginx' | 'caddy'

/** Programs of Debian packages with the same name that tests start. */
type ProgramName = ProxyName | 'prometheus'

const PROGRAMS: Record<ProgramName, { variable: string; file: string }> = {
  nginx: { variable: 'NGINX_PATH', file: 'usr/sbin/nginx' },
  caddy: { variable: 'CADDY_PATH', file: 'usr/bin/caddy' },
  prometheus: { variable: 'PROMETHEUS_PATH', file: 'usr/bin/prometheus' }
}

const UNPACKED = join(import.meta.dirname, '../node_modules/.cache/polymuse-proxies')

/**
 * Finds a program: at the path of its variable, such as NGINX_PATH, else the system's own, else the
 * one unpacked before.
 * @param unpacked the folder of {@link ensureProgram}
 * @returns null if there is none
 */
export function findProgram(
  name: ProgramName,
  environment: NodeJS.ProcessEnv = process.env,
  unpacked = UNPACKED
): string | null {
  const { variable, file } = PROGRAMS[name]
  const given = environment[variable]
  if (given) return given
  // An ordinary user's PATH lacks /usr/sbin, where Debian installs nginx.
  const folders = [...(environment['PATH'] ?? '/usr/bin').split(delimiter), '/usr/sbin']
  return (
    [...folders.map(folder => join(folder, name)), join(unpacked, file)].find(path =>
      existsSync(path)
    ) ?? null
  )
}

/**
 * Makes sure that the tests can start a program. Debian's package is unpacked but not installed: an
 * installed server would start immediately and take a port of this machine.
 * @param unpacked the folder that keeps it
 * @returns the path of its program
 * @throws Error saying what to do if the download fails
 */
export async function ensureProgram(
  name: ProgramName,
  environment: NodeJS.ProcessEnv = process.env,
  unpacked = UNPACKED
): Promise<string> {
  const found = findProgram(name, environment, unpacked)
  if (found !== null) return found
  const { variable, file } = PROGRAMS[name]
  const advice = `Install ${name}, or set ${variable}.`
  process.stdout.write(`No ${name} was found: unpacking Debian's into ${unpacked}.\n`)
  await mkdir(unpacked, { recursive: true })
  await downloadPackage(name, unpacked, environment, advice)
  const archive =
    readdirSync(unpacked).find(each => each.startsWith(`${name}_`) && each.endsWith('.deb')) ?? ''
  const done = spawnSync('dpkg-deb', ['--extract', archive, '.'], {
    cwd: unpacked,
    env: environment
  })
  const program = join(unpacked, file)
  if (done.status !== 0 || !existsSync(program))
    throw new Error(`Debian's ${name} could not be unpacked. ${advice}`)
  return program
}

/**
 * Makes sure that `openssl` is installed, which makes the tests' certificates.
 * @throws Error saying what to do if the installation fails
 */
export async function ensureOpenssl(environment: NodeJS.ProcessEnv = process.env): Promise<void> {
  if (spawnSync('openssl', ['version'], { env: environment }).status === 0) return
  process.stdout.write("No openssl was found: installing Debian's with apt-get, about 2 MB.\n")
  await installPackages(['openssl'], environment, 'Install openssl.')
}
