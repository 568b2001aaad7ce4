import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Processors that a release can be made for, in Node's words. */
export const ARCHITECTURES = ['x64', 'arm64'] as const
export type Architecture = (typeof ARCHITECTURES)[number]

/** One package of `package-lock.json`. */
export type LockedPackage = {
  version: string
  /** Base64 of a SHA-512, as npm writes it. */
  integrity: string
  dev?: boolean
  license?: string
  os?: readonly string[]
  cpu?: readonly string[]
  libc?: readonly string[]
}

/** Reads the packages of `package-lock.json`, by their folders. */
export function readLock(): Record<string, LockedPackage> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  return packages
}

/**
 * Packages with machine code that a server loads. `%` is the processor. The archive is for Linux
 * with the GNU C library, as Debian has.
 */
const NATIVE = [
  'node-linux-%',
  '@img/sharp-linux-%',
  '@img/sharp-libvips-linux-%',
  '@napi-rs/canvas-linux-%-gnu'
]

/** Names the packages with machine code for a processor. */
export function listNativePackages(architecture: Architecture): string[] {
  return NATIVE.map(name => name.replace('%', architecture))
}

/**
 * Finds the packages with machine code, and downloads those of another processor in the versions of
 * the lock.
 * @param folder where downloads are kept; its contents are replaced
 * @returns the folder of each package
 * @throws Error when a download fails or is not what the lock names
 */
export function findNativePackages(
  architecture: Architecture,
  folder: string
): Record<string, string> {
  const names = listNativePackages(architecture)
  if (architecture === process.arch)
    return Object.fromEntries(names.map(name => [name, join(ROOT, 'node_modules', name)]))
  rmSync(folder, { recursive: true, force: true })
  const lock = readLock()
  const found: Record<string, string> = {}
  for (const name of names)
    found[name] = download(name, lock[`node_modules/${name}`], join(folder, name))
  return found
}

/** Downloads and unpacks one package. @returns the folder of its files */
function download(name: string, locked: LockedPackage | undefined, folder: string): string {
  if (locked === undefined) throw new Error(`package-lock.json does not have ${name}`)
  mkdirSync(folder, { recursive: true })
  const packed = execFileSync('npm', ['pack', '--json', `${name}@${locked.version}`], {
    cwd: folder,
    encoding: 'utf8'
  })
  const [{ filename, integrity } = { filename: '', integrity: '' }] = JSON.parse(packed) as {
    filename: string
    integrity: string
  }[]
  if (integrity !== locked.integrity)
    throw new Error(`${name}@${locked.version} is not what package-lock.json names`)
  execFileSync('tar', ['-xzf', filename], { cwd: folder })
  return join(folder, 'package')
}
