import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { importsOf, sidesOf } from './imports.ts'

/** A glob that a new service may change. One file of strings in each language is not. */
const GLOB = /import\.meta\.glob(?!<Strings>\('\/locales\/\*\/[a-z]+\.json')/

/**
 * Lists everything that pages may send to a browser: all direct and indirect imports of islands,
 * page scripts and clients.
 */
export function chunkOf(root: string): { files: string[]; globs: string[] } {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8')
  const pages = globSync('src/**/*.astro', { cwd: root })
  const scripts = pages.flatMap(file => reached(file, sidesOf(file, read(file)).browser))
  const islands = globSync('src/islands/**/*.{ts,tsx}', { cwd: root }).filter(
    file => !/\.test\.tsx?$/.test(file)
  )
  const files = new Set<string>()
  const open = [...islands, ...scripts]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file)) continue
    files.add(file)
    if (/\.tsx?$/.test(file)) open.push(...reached(file, read(file)))
  }
  const all = [...files]
  return {
    files: all,
    globs: all.filter(file => /\.tsx?$/.test(file) && GLOB.test(read(file)))
  }
}

/** Lists our files that a module imports statically or dynamically, except for type imports. */
function reached(file: string, text: string): string[] {
  const targets = importsOf(text).flatMap(({ target, typeOnly }) => (typeOnly ? [] : [target]))
  return targets.flatMap(target => {
    if (target.startsWith('#')) return [`src/${target.slice(1)}`]
    return target.startsWith('.') ? [join(dirname(file), target)] : []
  })
}
