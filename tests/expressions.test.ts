import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtExpressions, expressionsIn, wrongExpression } from './support/house/expressions.ts'
import proven from './support/house/linear-expressions.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '..')
const shipped = globSync('src/**/*.{ts,tsx,astro}', { cwd: ROOT })
  .filter(file => !/\.test\.tsx?$/.test(file))
  .map(file => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))

/** Files whose expressions read our own build, or that have a test of their own for their worst texts. */
const ELSEWHERE = new Set(['src/servers/hub/lean-icons.ts', 'src/servers/hub/lexer-only.ts', 'src/ui/chat/markdown-lexer.ts'])

/** Files that put an expression together, of our own words or of escaped ones, without a quantifier. */
const BUILT = [
  'src/servers/dispatch.ts',
  'src/servers/auth/authorize.ts',
  'src/servers/api/chat/snippet.ts',
  'src/providers/sandbox-letters.ts',
  'src/providers/sandbox-letters.ts',
  'src/providers/sandbox-letters.ts',
  'src/providers/sandbox-small-words.ts',
  'src/providers/sandbox-media/vocabulary.ts',
  'src/providers/sandbox-media/music/styles.ts'
]

test('every regular expression of the source takes linear time', { timeout: 600_000 }, () => {
  // Proofs take minutes in all; `node scripts/prove-expressions.ts` writes down which are known.
  const known = new Set<string>(proven)
  const unknown = shipped
    .flatMap(({ file, text }) => (ELSEWHERE.has(file) ? [] : expressionsIn(file, text)))
    .filter(each => !known.has(each.text))
  expect(unknown.flatMap(each => wrongExpression(each) ?? [])).toEqual([])
})

test('an expression that takes quadratic time is found', () => {
  const [found] = expressionsIn('src/a.ts', 'const END = /\\s+$/')
  expect(found && wrongExpression(found)).toContain('2nd degree polynomial')
})

test('expressions are put together in known files only', () => {
  const built = shipped.flatMap(({ file, text }) => (ELSEWHERE.has(file) ? [] : builtExpressions(file, text)))
  expect(built.toSorted()).toEqual(BUILT.toSorted())
})
