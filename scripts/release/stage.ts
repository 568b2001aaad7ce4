import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Text files at the top of a release, with their places in the project. */
const TEXTS = {
  'README.md': 'README.md',
  'CHANGELOG.md': 'CHANGELOG.md',
  LICENSE: 'LICENSE',
  deploy: 'deploy',
  docs: 'docs'
}

/** Programs at the top of a release, with their places in the project. */
const PROGRAMS = { polymuse: 'deploy/archive/polymuse', 'install.sh': 'deploy/archive/install.sh' }

type Contents = {
  /** Paths within the project, from `listNeededFiles`. */
  files: readonly string[]
  /** The folders of packages with machine code, by name. */
  native: Readonly<Record<string, string>>
}

/**
 * Writes a release as a folder: Node and two shell scripts at its top, the program in `app/`.
 * @param folder it must not exist
 * @param version written into the program's `package.json`
 */
export function writeRelease(folder: string, version: string, { files, native }: Contents): void {
  const app = join(folder, 'app')
  for (const file of files) copy(join(ROOT, file), join(app, file))
  for (const [name, from] of Object.entries(native)) {
    if (name.startsWith('node-')) {
      copy(join(from, 'bin/node'), join(folder, 'bin/node'))
      chmodSync(join(folder, 'bin/node'), 0o755)
    } else cpSync(from, join(app, 'node_modules', name), { recursive: true })
  }
  const { imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    imports: object
  }
  const manifest = { name: 'polymuse', version, private: true, type: 'module', imports }
  writeFileSync(join(app, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const [to, from] of Object.entries(TEXTS))
    cpSync(join(ROOT, from), join(folder, to), { recursive: true })
  for (const [to, from] of Object.entries(PROGRAMS)) {
    copy(join(ROOT, from), join(folder, to))
    chmodSync(join(folder, to), 0o755)
  }
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}
