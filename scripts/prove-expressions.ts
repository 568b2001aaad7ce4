// `node scripts/prove-expressions.ts`: proves each regular expression of the source that is not yet
// proven. It writes the list of linear ones, so that tests need not prove them. `--all` proves
// every expression again, which takes minutes.
import { readFileSync, writeFileSync } from 'node:fs'
import {
  expressionsIn,
  PROVEN,
  readFiles,
  wrongExpression
} from '../tests/support/house/expressions.ts'

const isAnew = process.argv.includes('--all')
const known = new Set(isAnew ? [] : (JSON.parse(readFileSync(PROVEN, 'utf8')) as string[]))
const each = new Map(
  readFiles().flatMap(({ file, text }) =>
    expressionsIn(file, text).map(found => [found.text, found] as const)
  )
)
const proven = [...each.values()].filter(expression => {
  if (known.has(expression.text)) return true
  const wrong = wrongExpression(expression)
  if (wrong !== null) process.stdout.write(`${wrong}\n`)
  return wrong === null
})
const list = proven.map(({ text }) => text).toSorted()
writeFileSync(PROVEN, `${JSON.stringify(list, null, 2)}\n`)
