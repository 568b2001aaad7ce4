// `npm run check`: types, lint, dead exports and format. `astro check` covers pages and `tsc`
// covers modules, in parallel: `astro check` takes four times as long for modules as `tsc`, which
// also caches results.
import { join } from 'node:path'
import { runChild } from './child.ts'

const ROOT = process.cwd()

/** The incremental cache of `tsc`. */
const REMEMBERED = join(ROOT, 'node_modules/.cache/polymuse/tsc.tsbuildinfo')

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
    (await run('tsc', '-p', '.', '--noEmit', '--incremental', '--tsBuildInfoFile', REMEMBERED)) ||
    lint()
  )
}

// Both type checks read the types that `astro sync` writes.
const code = await run('astro', 'sync')
const codes =
  code > 0
    ? [code]
    : await Promise.all([
        run('astro', 'check', '--noSync', '--tsconfig', 'tsconfig.astro.json'),
        checkModules()
      ])
process.exitCode = Math.max(...codes)
