import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { expressionsIn, wrongExpression } from '../tests/support/house/expressions.ts'

/** Proves every regular expression of the source anew and writes down which are linear, so that tests need not prove them again. */
const LIST = 'tests/support/house/linear-expressions.json'

const all = globSync('src/**/*.{ts,tsx,astro}')
  .filter(file => !/\.test\.tsx?$/.test(file))
  .flatMap(file => expressionsIn(file, readFileSync(file, 'utf8')))
const each = new Map(all.map(expression => [expression.text, expression]))
const proven: string[] = []
for (const expression of each.values()) {
  const wrong = wrongExpression(expression)
  if (wrong === null) proven.push(expression.text)
  else process.stdout.write(`${wrong}\n`)
}
writeFileSync(LIST, `${JSON.stringify(proven.toSorted(), null, 2)}\n`)
