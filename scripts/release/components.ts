import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readLock, type Architecture, type LockedPackage } from './native.ts'

const ROOT = join(import.meta.dirname, '../..')

type Component = { 'bom-ref': string; name: string; version: string; licenses?: unknown }

/** A bill of materials in the form of CycloneDX (https://cyclonedx.org/docs/1.5/json/). */
export type BillOfMaterials = {
  serialNumber: string
  metadata: { timestamp: string; component: { name: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

/**
 * Lists the production dependencies of the lock for one kind of machine. Those that only the build
 * uses are in it too, since their code can end up in what they build.
 * @param written unix seconds, named as the time of the list
 * @throws Error with npm's output when npm fails
 */
export function listComponents(architecture: Architecture, written: number): BillOfMaterials {
  const args = ['sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx']
  const { status, stdout, stderr } = spawnSync('npm', [...args, '--sbom-type=application'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024
  })
  if (status !== 0) throw new Error(`npm could not list the dependencies: ${stderr}`)
  const bill = JSON.parse(stdout) as BillOfMaterials
  const foreign = new Set(
    Object.entries(readLock())
      .filter(([, each]) => !isFor(each, architecture))
      .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`)
  )
  const kept = ({ 'bom-ref': ref }: Component): boolean => !foreign.has(ref)
  bill.components = bill.components.filter(kept)
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => !foreign.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter(each => !foreign.has(each))
    }))
  bill.metadata.component.name = 'polymuse'
  bill.metadata.timestamp = new Date(written * 1000).toISOString()
  bill.serialNumber = `urn:uuid:${uuidOf(JSON.stringify({ ...bill, serialNumber: '' }))}`
  return bill
}

/** True for a package that npm installs on Linux with the GNU C library. */
function isFor({ os, cpu, libc }: LockedPackage, architecture: Architecture): boolean {
  const fits = (list: readonly string[] | undefined, word: string): boolean =>
    list === undefined || list.includes(word)
  return fits(os, 'linux') && fits(cpu, architecture) && fits(libc, 'glibc')
}

/**
 * Makes an UUID of version 8 from a text, so that the same list has the same number.
 * Source: https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-8
 */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32)
  ].join('-')
}
