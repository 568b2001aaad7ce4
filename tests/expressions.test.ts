import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FULL_DOSE } from './support/dose.ts'
import {
  builtExpressions,
  expressionsIn,
  PROVEN,
  readFiles,
  wrongExpression
} from './support/house/expressions.ts'

const files = readFiles()
const proven = JSON.parse(readFileSync(PROVEN, 'utf8')) as string[]

/** Files that build an expression from fixed or escaped words, without a quantifier. */
const BUILT = [
  'src/servers/dispatch.ts',
  'src/servers/auth/authorize.ts',
  'src/servers/api/chat/snippet.ts',
  'src/i18n/language-of.ts'
]

test('every regular expression of the source takes linear time', { timeout: 1_200_000 }, () => {
  const found = new Map(
    files.flatMap(({ file, text }) =>
      expressionsIn(file, text).map(each => [each.text, each] as const)
    )
  )
  // At full dose the test ignores the list and proves every expression.
  const known = new Set(FULL_DOSE ? [] : proven)
  const unknown = [...found.values()].filter(each => !known.has(each.text))
  expect(unknown.flatMap(each => wrongExpression(each) ?? [])).toEqual([])
  expect(proven, 'is outdated: `node scripts/prove-expressions.ts` writes it again').toEqual(
    [...found.keys()].toSorted()
  )
})

test('an expression that takes quadratic time is found', () => {
  const [found] = expressionsIn('src/a.ts', 'const END = /\\s+$/')
  expect(found && wrongExpression(found)).toContain('2nd degree polynomial')
})

test('only known files build expressions', () => {
  const built = files.flatMap(({ file, text }) => builtExpressions(file, text))
  expect(built.toSorted()).toEqual(BUILT.toSorted())
})
