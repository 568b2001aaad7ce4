import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const LEFT_OUT = new Set(['.git', '.astro', 'node_modules', 'dist', 'data', 'build', 'test-results', 'docs', 'public', 'tests'])

/** One page with one island: all that is checked and built. */
const PAGE = `---
import { CopyButton } from '#ui/CopyButton.tsx'
---

<p>A small page</p>
<CopyButton text="Text" label="Wait" done="Done" client:load />
`
/** Files that the settings of Vitest import. */
const SETTINGS = ['both-databases', 'dose', 'seeded'].map(name => `tests/support/${name}.ts`)
const CHECKED = 'src/pages/*'

/** The project once more, in a folder of its own, with a single page, so that each of its commands takes seconds. */
export function createSmallProject(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'polymuse-small-'))
  const isTaken = (path: string): boolean => !path.endsWith('.astro') && !path.startsWith(join(ROOT, 'src/pages'))
  for (const name of readdirSync(ROOT).filter(each => !LEFT_OUT.has(each))) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter: isTaken })
  }
  for (const name of ['src/pages', 'public', 'docs']) mkdirSync(join(folder, name))
  for (const name of SETTINGS) cpSync(join(ROOT, name), join(folder, name))
  writeFileSync(join(folder, 'src/pages/index.astro'), PAGE)
  const settings = readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')
  writeFileSync(join(folder, 'tsconfig.json'), settings.replace('"**/*"', `"${CHECKED}"`))
  linkModules(folder)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Links each package by itself, so that what tools keep among them (`.vite`) is the copy's own. */
function linkModules(folder: string): void {
  mkdirSync(join(folder, 'node_modules'))
  const names = readdirSync(join(ROOT, 'node_modules')).filter(name => name === '.bin' || !name.startsWith('.'))
  for (const name of names.filter(each => existsSync(join(ROOT, 'node_modules', each)))) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
}
