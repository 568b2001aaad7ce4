import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { importsOf } from './imports.ts'

/**
 * Lists the packages that a program loads when it starts: all that its modules import, directly and
 * indirectly, except for types and dynamic imports.
 * @param program its path from the root
 */
export function packagesAtStart(root: string, program: string): string[] {
  const packages = new Set<string>()
  const files = new Set([program])
  // A set also visits what is added to it meanwhile.
  for (const file of files)
    for (const { target, typeOnly, late } of importsOf(readFileSync(join(root, file), 'utf8'))) {
      if (typeOnly || late) continue
      if (target.startsWith('#')) files.add(`src/${target.slice(1)}`)
      else if (target.startsWith('.')) files.add(join(dirname(file), target))
      else packages.add(packageOf(target))
    }
  return [...packages]
}

/** Returns the package of an import, such as `@ai-sdk/google` for `@ai-sdk/google/internal`. */
function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')
}
