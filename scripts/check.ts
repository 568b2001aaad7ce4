// `npm run check`: types, lint, dead exports and format. `astro check` covers pages with
// TypeScript 6, whose programming interface it needs. In parallel, the native TypeScript 7 covers
// modules: it takes a third of the time, and caches results.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { runChild } from './child.ts'

const ROOT = process.cwd()

/** The incremental cache of TypeScript 7. */
const REMEMBERED = join(ROOT, 'node_modules/.cache/polymuse/modules.tsbuildinfo')

/** Its program, by path: both versions have one named `tsc`. */
const NATIVE = '../typescript-native/bin/tsc'

const run = (name: string, ...args: string[]): Promise<number> =>
  runChild(join(ROOT, 'node_modules/.bin', name), args, { cwd: ROOT, stdio: 'inherit' })

async function lint(): Promise<number> {
  return (
    (await run('oxlint', '--deny-warnings')) ||
    (await run('knip', '--no-progress', '--no-config-hints')) ||
    run('oxfmt', '--check')
  )
}

async function checkModules(): Promise<number> {
  return (
    (await run(NATIVE, '-p', '.', '--noEmit', '--incremental', '--tsBuildInfoFile', REMEMBERED)) ||
    lint()
  )
}

/** Both type checks read the types that `astro sync` writes, which depend only on these files. */
const SYNCED_FROM = ['astro.config.mjs', 'package-lock.json', 'tsconfig.json']

async function sync(): Promise<number> {
  const changedAt = (name: string): number =>
    statSync(join(ROOT, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const written = changedAt('.astro/types.d.ts')
  return SYNCED_FROM.every(name => changedAt(name) < written) ? 0 : run('astro', 'sync')
}

const code = await sync()
const codes =
  code > 0
    ? [code]
    : await Promise.all([
        run('astro', 'check', '--noSync', '--tsconfig', 'tsconfig.astro.json'),
        checkModules()
      ])
process.exitCode = Math.max(...codes)
