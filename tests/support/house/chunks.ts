import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { importsOf, sidesOf } from './imports.ts'

/** Everything that pages may send to a browser: what islands, scripts of pages and clients import, however far down. */
export function chunkOf(root: string): { files: string[]; globs: string[] } {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8')
  const pages = globSync('src/**/*.astro', { cwd: root })
  const scripts = pages.flatMap(file => reached(file, sidesOf(file, read(file)).browser))
  const islands = globSync('src/islands/**/*.{ts,tsx}', { cwd: root }).filter(file => !/\.test\.tsx?$/.test(file))
  const files = new Set<string>()
  const open = [...islands, ...scripts]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file)) continue
    files.add(file)
    if (/\.tsx?$/.test(file)) open.push(...reached(file, read(file)))
  }
  const all = [...files]
  return { files: all, globs: all.filter(file => /\.tsx?$/.test(file) && read(file).includes('import.meta.glob')) }
}

/** Files of ours that a module imports, now or later, and not for their types alone. */
function reached(file: string, text: string): string[] {
  const targets = importsOf(text).flatMap(({ target, typeOnly }) => (typeOnly ? [] : [target]))
  return targets.flatMap(target => {
    if (target.startsWith('#')) return [`src/${target.slice(1)}`]
    return target.startsWith('.') ? [join(dirname(file), target)] : []
  })
}
