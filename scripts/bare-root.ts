import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runChild } from './child.ts'
import { installPackages } from './packages.ts'

const MADE = join(import.meta.dirname, '../node_modules/.cache/polymuse-bare-root')

/** Debian's packages that make a root, run programs in it, and build images on it. */
const PACKAGES = ['mmdebstrap', 'bubblewrap', 'buildah']
const ADVICE = 'Install mmdebstrap, bubblewrap and buildah.'

/** The release of Debian in the root, the oldest that a release of Polymuse supports. */
const SUITE = 'bookworm'

/**
 * Makes sure that there is the root of a small Debian, without Node and npm, for tests of releases.
 * Nothing is installed in it but what Debian's package manager needs, and zstd to unpack archives.
 * @returns its folder
 * @throws Error saying what to do if Debian's packages cannot be had
 */
export async function ensureBareRoot(
  environment: NodeJS.ProcessEnv = process.env
): Promise<string> {
  if (existsSync(MADE)) return MADE
  process.stdout.write(`Making the root of a small Debian in ${MADE}.\n`)
  await installPackages(PACKAGES, environment, ADVICE)
  const part = `${MADE}.part`
  await rm(part, { recursive: true, force: true })
  await mkdir(dirname(MADE), { recursive: true })
  const args = ['--variant=apt', '--include=zstd', '--quiet', SUITE, part]
  if ((await runChild('mmdebstrap', args, { env: environment })) !== 0)
    throw new Error(`The root of a small Debian could not be made. ${ADVICE}`)
  await rename(part, MADE)
  return MADE
}

/**
 * Returns the words that run a program inside a root. It sees the root's files, and of this machine
 * the network only.
 * @param root the root's folder, which programs can change only below `writable`
 * @param writable folders of this machine, by their paths in the root
 */
export function insideRoot(root: string, writable: Readonly<Record<string, string>>): string[] {
  const binds = Object.entries(writable).flatMap(([path, folder]) => ['--bind', folder, path])
  const sees = `--ro-bind ${root} / --proc /proc --dev /dev --tmpfs /tmp`
  return ['bwrap', ...sees.split(' '), '--unshare-pid', '--die-with-parent', ...binds]
}
