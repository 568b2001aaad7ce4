// `npm run check`: types, lint and format. Of what passed before, only what changed is looked at again; `-- --all` looks at
// everything, as `npm run verify` does.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { AstroCheck } from '@astrojs/language-server/dist/check.js'
import { runChild } from './child.ts'

const ROOT = process.cwd()
const KEPT = join(ROOT, 'node_modules/.cache/polymuse')
const PASSED = join(KEPT, 'astro.json')
const PAGES = 'src/**/*.astro'

/** What a file brings in: `import … from '#ui/Field.astro'`. */
const IMPORTS = /\bfrom '((?:#|\.)[^']+)'/g

/** Sums of the pages that had no mistake, by file. */
type Passed = Record<string, string>

/** A sum of a page, of all that it imports by name, and of what types everywhere depend on. */
function sumOf(file: string, settings: string): string {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const imported = [...text.matchAll(IMPORTS)].map(([, name = '']) =>
    name.startsWith('#') ? join(ROOT, 'src', name.slice(1)) : join(ROOT, dirname(file), name)
  )
  const texts = imported.map(path => (/\.(astro|tsx?)$/.test(path) ? readFileSync(path, 'utf8') : ''))
  return createHash('sha256')
    .update(JSON.stringify([settings, text, texts]))
    .digest('base64url')
}

function readPassed(): Passed {
  try {
    return JSON.parse(readFileSync(PASSED, 'utf8')) as Passed
  } catch {
    return {}
  }
}

/** Checks pages that changed since they last passed, by themselves or in what they import. @returns how many have mistakes */
async function checkPages(all: boolean): Promise<number> {
  const settings = ['package-lock.json', 'tsconfig.json'].map(name => readFileSync(join(ROOT, name), 'utf8')).join('')
  const sums = Object.fromEntries(globSync(PAGES, { cwd: ROOT }).map(file => [file, sumOf(file, settings)]))
  const before = all ? {} : readPassed()
  const changed = Object.keys(sums).filter(file => before[file] !== sums[file])
  const result = await lintPages(changed)
  const wrong = new Set(result.map(({ fileUrl }) => fileUrl.pathname))
  for (const { text } of result) process.stdout.write(`${text}\n`)
  const passed = Object.entries(sums).filter(([file]) => !wrong.has(join(ROOT, file)))
  mkdirSync(KEPT, { recursive: true })
  writeFileSync(PASSED, JSON.stringify(Object.fromEntries(passed)))
  process.stdout.write(`pages: ${changed.length} of ${Object.keys(sums).length} looked at, ${wrong.size} with mistakes\n`)
  return wrong.size
}

async function lintPages(files: readonly string[]) {
  if (files.length === 0) return []
  const typescript = createRequire(import.meta.url).resolve('typescript')
  const checker = new AstroCheck(ROOT, typescript, join(ROOT, 'tsconfig.json'))
  const { fileResult } = await checker.lint({ fileNames: files.map(file => join(ROOT, file)), logErrors: { level: 'error' } })
  return fileResult.filter(({ errors }) => errors.length > 0)
}

const run = (name: string, ...args: string[]): Promise<number> =>
  runChild(join(ROOT, 'node_modules/.bin', name), args, { cwd: ROOT, stdio: 'inherit' })

const all = process.argv.includes('--all')
await run('astro', 'sync')
const types = run('tsc', '-p', '.', '--noEmit', '--incremental', '--tsBuildInfoFile', join(KEPT, 'tsc.tsbuildinfo'))
const codes = [await checkPages(all), await types, await run('oxlint', '--deny-warnings'), await run('oxfmt', '--check')]
process.exitCode = codes.some(code => code > 0) ? 1 : 0
