import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLock } from './native.ts'
import type { BillOfMaterials } from './components.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Files in which a package may state its terms. */
const TERMS = /^(licen[cs]e|copying|notice)(\.|-|$)/i

/**
 * Writes the list of licences: each package with its licence, and the texts that came with it. The
 * same text is printed once, below all packages that have it.
 * @param native folders of packages that are not installed in the project, by name
 */
export function writeLicenses(
  { components }: BillOfMaterials,
  native: Readonly<Record<string, string>>
): string {
  const folders = installedFolders()
  const texts = new Map<string, string[]>()
  for (const { 'bom-ref': ref, name, licenses } of components) {
    const folder = native[name] ?? folders.get(ref)
    const text = folder === undefined ? '' : termsIn(folder)
    const named = `${ref} (${nameLicenses(licenses)})`
    texts.set(text, [...(texts.get(text) ?? []), named])
  }
  const rule = '='.repeat(80)
  return [...texts]
    .map(([text, names]) => `${names.join('\n')}\n\n${text || 'No text came with it.'}\n`)
    .join(`\n${rule}\n\n`)
}

/** Returns the folder of each package that is installed in the project, by name and version. */
function installedFolders(): Map<string, string> {
  return new Map(
    Object.entries(readLock())
      .filter(([path]) => path !== '' && existsSync(join(ROOT, path)))
      .map(([path, { version }]) => [
        `${path.replace(/^.*node_modules\//, '')}@${version}`,
        join(ROOT, path)
      ])
  )
}

function termsIn(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile() && TERMS.test(entry.name))
    .map(entry => readFileSync(join(folder, entry.name), 'utf8').trim())
    .join('\n\n')
}

/** Returns the names of licences, or the expression that joins them. */
function nameLicenses(licenses: unknown): string {
  const list = licenses as
    | { license?: { id?: string; name?: string }; expression?: string }[]
    | undefined
  const names = list?.map(({ license, expression }) => license?.id ?? license?.name ?? expression)
  return names?.filter(Boolean).join(', ') || 'not stated'
}
