import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** Files that git does not track. A copy of the project is complete without them. */
const UNTRACKED = ['.git', '.astro', 'node_modules', 'dist', 'data', 'build', 'test-results']
const LEFT_OUT = new Set([...UNTRACKED, 'docs', 'public', 'tests'])

/** One page with one island: the only page that is checked and built. */
const PAGE = `---
import { CopyButton } from '#ui/CopyButton.tsx'
---

<p>A small page</p>
<CopyButton text="Text" label="Wait" done="Done" client:load />
`
/** Files that the Vitest configuration imports or names. */
const SETTINGS = [
  'both-databases',
  'dose',
  'full-dose-files',
  'patience',
  'seeded',
  'site-strings',
  'test-programs'
].map(name => `tests/support/${name}.ts`)
const CHECKED = 'src/pages/*'
/** Settings of knip for this page only, since most modules are used by pages that are left out. */
const KNIP = `{ "entry": ["${CHECKED}"], "project": ["${CHECKED}"], "include": ["files"] }\n`

/**
 * Copies the project with a single page into a folder of its own, so that each command takes
 * seconds.
 */
export function createSmallProject(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'polymuse-small-'))
  const isTaken = (path: string): boolean =>
    !path.endsWith('.astro') && !path.startsWith(join(ROOT, 'src/pages'))
  for (const name of readdirSync(ROOT).filter(each => !LEFT_OUT.has(each))) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter: isTaken })
  }
  for (const name of ['src/pages', 'public', 'docs']) mkdirSync(join(folder, name))
  for (const name of SETTINGS) cpSync(join(ROOT, name), join(folder, name))
  writeFileSync(join(folder, 'src/pages/index.astro'), PAGE)
  const settings = readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')
  writeFileSync(join(folder, 'tsconfig.json'), settings.replace('"**/*"', `"${CHECKED}"`))
  writeFileSync(join(folder, 'knip.json'), KNIP)
  linkModules(folder)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Copies the whole project into a folder of its own. It needs no git history. */
export function createWholeProject(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'polymuse-whole-'))
  for (const name of readdirSync(ROOT).filter(each => !UNTRACKED.includes(each)))
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  linkModules(folder)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Links each package separately, so that the copy has its own caches inside `node_modules`
 * (`.vite`).
 */
function linkModules(folder: string): void {
  mkdirSync(join(folder, 'node_modules'))
  const names = readdirSync(join(ROOT, 'node_modules')).filter(
    name => name === '.bin' || !name.startsWith('.')
  )
  for (const name of names.filter(each => existsSync(join(ROOT, 'node_modules', each)))) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
}
